"""The API's description, for translators: `manage.py apitexts` writes this file."""

from __future__ import annotations

from games.rules.game import gettext_noop

TEXTS = (
    gettext_noop(
        "409: the player has no order of their own, or the phase (that of `phase`, if given) has closed."
    ),
    gettext_noop("409: the table has no talk, the member is silenced, or it reads like an order."),
    gettext_noop("422 and 409 as for an order."),
    gettext_noop(
        "422: not a legal order here, with an example that is. 409: nothing can be ordered as it stands (the phase has closed, the match is over, this seat is not asked)."
    ),
    gettext_noop("A bot plays on, and there is no way back."),
    gettext_noop("A closed phase with the events that this viewer may know, also in words."),
    gettext_noop("A decision that awaits the owner of the key."),
    gettext_noop("A draft that only you see; `open_entries` opens registration."),
    gettext_noop("A figure by which entries are ordered: the points, then the tie-breaks."),
    gettext_noop("A format, and what its organiser may set for this game."),
    gettext_noop("A league or ladder without end finishes after the matches already paired."),
    gettext_noop("A match as the owner of the key, or a spectator, may see it."),
    gettext_noop("A match in a list. `awaited` and `ordered` are about the owner of the key."),
    gettext_noop("A message at a table, as its reader sees it."),
    gettext_noop("A new address to post to."),
    gettext_noop("A new match; its creator takes the first seat."),
    gettext_noop("A new tournament, in preparation until its entries are opened."),
    gettext_noop(
        "A part of a list; with `has_more` ask for the next part with `offset` + `limit`."
    ),
    gettext_noop(
        "A part of the entries; with `has_more` ask for the next part with `offset` + `limit`."
    ),
    gettext_noop("A place in a tournament and who has it."),
    gettext_noop("A program plays; the name ends with “[bot]”."),
    gettext_noop("A result as it should have been."),
    gettext_noop("A round with its tables, and why they were paired like this."),
    gettext_noop("A round without its tables."),
    gettext_noop("A setting that a format reads, as its organiser may choose it."),
    gettext_noop("A table of a round. Play its match with the calls for matches and its code."),
    gettext_noop("A table of standings: of all, of a group or of a division."),
    gettext_noop("A tournament as the owner of the key, or a visitor, may see it."),
    gettext_noop("A tournament in a list. `mine` is about the owner of the key."),
    gettext_noop("A webhook with the secret that signs what is posted there: shown this once."),
    gettext_noop("Add a bot."),
    gettext_noop("Add a webhook."),
    gettext_noop("After it open matches end as they stand."),
    gettext_noop("All its open matches may go on for this many more days."),
    gettext_noop("All rounds that were paired, the first one first."),
    gettext_noop(
        "All that were left for later turns and for missed deadlines. Giving orders leaves new ones: `each time: …`, `if missed: …`, or several steps at once."
    ),
    gettext_noop("Allow talk at the tables, or don’t."),
    gettext_noop("An address that receives events. `url` is shown without its query."),
    gettext_noop("An address that was not invited before, and whether a mail went there."),
    gettext_noop("An entry and how far it has come."),
    gettext_noop("An entry in a table of standings."),
    gettext_noop("An entry of a tournament’s log; `by` null: its own clock did it."),
    gettext_noop(
        "An entry’s place at a table: 1 is the best, ties share a place, and the places after it are skipped."
    ),
    gettext_noop(
        "An event `decision` says that a decision awaits you in the match, `match` that something else has changed there; ask for it by the usual calls. Ask for the list once the stream is open. It ends after some minutes: open it again then. At most three at a time per key, then 503. Where the service can hold no streams the answer is the list in any case."
    ),
    gettext_noop("An order in the notation, of one step or several."),
    gettext_noop("An order of a closed phase, told when the match is over."),
    gettext_noop("An order that would work in this position."),
    gettext_noop("Another member takes the place over, with its results and running matches."),
    gettext_noop("Any player may invite. An address that was invited before gets no second mail."),
    gettext_noop("As RFC 9457 has it; `code` says more."),
    gettext_noop("As the header `webhook-id` has it."),
    gettext_noop(
        "As the owner of the key may see it; without a seat, or without a key, as a spectator."
    ),
    gettext_noop("At tables that are there and at those to come."),
    gettext_noop("At the start."),
    gettext_noop("Award a forfeit."),
    gettext_noop(
        "Before the start the place goes to the next on the waiting list; after it nothing more is paired with you, and there is no way back."
    ),
    gettext_noop("Before the start. The seeding is by hand from then on."),
    gettext_noop("Begin a series."),
    gettext_noop(
        "By mail, before the start. An address that was invited before gets no second mail."
    ),
    gettext_noop("By mail, to all who play or wait; it also stands in the tournament’s log."),
    gettext_noop("Call a tournament off."),
    gettext_noop("Call the match off."),
    gettext_noop("Change a tournament before its start."),
    gettext_noop("Check in."),
    gettext_noop("Choose its events."),
    gettext_noop("Commits to the secret part of its chance, before anybody enters."),
    gettext_noop(
        "Confirms that you will play, where the tournament asks for it shortly before its start."
    ),
    gettext_noop("Correct a result."),
    gettext_noop("Delete the standing orders."),
    gettext_noop("Each player's time bank for the whole match."),
    gettext_noop("Empty where a moderator has hidden it."),
    gettext_noop("Empty where the game says none."),
    gettext_noop("Empty where there is none."),
    gettext_noop(
        "Empty where there is none. The number is the one in the address of the member’s page."
    ),
    gettext_noop("Empty while the match runs."),
    gettext_noop("Empty: the usual ones."),
    gettext_noop("Enter a tournament."),
    gettext_noop("Even if tables paired since would have been different; they stay as they are."),
    gettext_noop("Every format in which this game can be played, with what an organiser may set."),
    gettext_noop(
        "Every shuffle and order, and in `deciders` which orders were not the player’s own."
    ),
    gettext_noop("Everyone was ready: the phase has closed."),
    gettext_noop("Fill up with bots and start."),
    gettext_noop("For good. Running matches play on, but count no more."),
    gettext_noop("For the open phase only; nobody else learns who said what."),
    gettext_noop("Formats of tournaments."),
    gettext_noop("From an invitation, for private matches."),
    gettext_noop("From an invitation, if the tournament isn’t listed or is by invitation only."),
    gettext_noop("Gave the seat up; placed behind everyone who stayed."),
    gettext_noop("Give a match more time."),
    gettext_noop("Give a round more time."),
    gettext_noop("Give an order."),
    gettext_noop("Give the seat up for good."),
    gettext_noop("Gives the seat back. The host can’t leave, only call the match off."),
    gettext_noop(
        "How it is played, as its format reads it; `formats` says what each format reads."
    ),
    gettext_noop("How long before the start players check in; 0: no check-in."),
    gettext_noop("How many have a place."),
    gettext_noop("How many of them are still played."),
    gettext_noop("How many standing orders there were."),
    gettext_noop("How much more time."),
    gettext_noop("How the owner of the key stands in it."),
    gettext_noop("If a bot took over after missed deadlines, and nobody else has the seat."),
    gettext_noop("In the notation."),
    gettext_noop("In the order of entering. The organiser alone sees who is invited."),
    gettext_noop("Invite by mail."),
    gettext_noop("Invite to a tournament."),
    gettext_noop("It may be entered while it runs."),
    gettext_noop("It may go on for this many more days before it ends as it stands."),
    gettext_noop("It was the last order: the phase has closed."),
    gettext_noop("Its deliveries are deleted too."),
    gettext_noop("Its tables with the codes of their matches, and why they were paired like this."),
    gettext_noop("Its terms, its rounds, your own entry in it, and the tables where you play now."),
    gettext_noop("Leave a tournament."),
    gettext_noop("Leave before the start."),
    gettext_noop("Left early: somebody on the waiting list may take it over."),
    gettext_noop("Let an endless tournament end."),
    gettext_noop(
        "Listed tournaments, the newest first; `mine`: those that you play in, wait for, are invited to or organise, listed or not. Only `mine` needs a key."
    ),
    gettext_noop("Make a new secret."),
    gettext_noop("Make a tournament."),
    gettext_noop("Matches are still played that count here."),
    gettext_noop("Matches that look for players."),
    gettext_noop("Misspelt words of the order, each with what it was read as."),
    gettext_noop("My matches."),
    gettext_noop("My note on a member."),
    gettext_noop("My note on the match."),
    gettext_noop("My pairings."),
    gettext_noop("My webhooks."),
    gettext_noop("No new rounds, and no round runs out of time. Matches go on."),
    gettext_noop("Not rounded, such as `7/3`."),
    gettext_noop("Null: no limit."),
    gettext_noop("Null: what is usual for the format."),
    gettext_noop("Null: when you open it."),
    gettext_noop("Null: when you start it."),
    gettext_noop(
        "Of a match that has ended. Standings follow at once; what was paired since stays."
    ),
    gettext_noop("One match."),
    gettext_noop("One round."),
    gettext_noop(
        "One step in words, and its effect as far as the player can know it. Nothing is stored."
    ),
    gettext_noop("One thing that happened, as data."),
    gettext_noop("One thing to choose: between `least` and `most` of `values`, each once."),
    gettext_noop("One tournament."),
    gettext_noop("One way to answer: the verb, then the values of each part, separated by spaces."),
    gettext_noop("Only its writer can read it."),
    gettext_noop(
        "Only what is sent is changed. Whoever has entered finds it in the tournament’s log."
    ),
    gettext_noop("Open a match."),
    gettext_noop("Open registration."),
    gettext_noop("Open rounds get as much more time as the pause was long."),
    gettext_noop("Orders in the notation that are legal now."),
    gettext_noop("Pass it on even if it reads like an order."),
    gettext_noop("Pause a tournament."),
    gettext_noop("Players may talk at their tables."),
    gettext_noop("Posts an event `test` soon; one that was stopped is set going again."),
    gettext_noop("Public matches with a free seat, the newest first. No key needed."),
    gettext_noop("Registration closes, and the first tables are paired."),
    gettext_noop("Remove it."),
    gettext_noop("Remove somebody from a tournament."),
    gettext_noop("Replace somebody in a tournament."),
    gettext_noop("Replaces the events sent to it; all of them if empty."),
    gettext_noop("Replaces the one before."),
    gettext_noop("Replaces the one before. 409 for a note on yourself."),
    gettext_noop("Resume a tournament."),
    gettext_noop("Rounds."),
    gettext_noop("Rulings, changes and rounds with who did it and why, the newest first."),
    gettext_noop("Say done, or wait."),
    gettext_noop("Say no to an invitation."),
    gettext_noop("Say something at the table."),
    gettext_noop("Seals it for the open phase; a newer one replaces it until the phase closes."),
    gettext_noop("See what an order would do."),
    gettext_noop("Seed by hand."),
    gettext_noop("Set by hand by the organiser; 1 is the best."),
    gettext_noop("Somebody at a table, with what came of it there."),
    gettext_noop("Something that was told to a webhook, or is to be."),
    gettext_noop("Something to say to everybody at the table."),
    gettext_noop("Spectators may read the table talk."),
    gettext_noop("Stable; the message may be reworded and translated."),
    gettext_noop("Standings."),
    gettext_noop("Start a tournament."),
    gettext_noop("Table talk."),
    gettext_noop("Tables where you are playing now."),
    gettext_noop("Take a seat."),
    gettext_noop("Take over a place that was left."),
    gettext_noop("Take over from the bot again."),
    gettext_noop("Take the order back."),
    gettext_noop(
        "Takes a place, or with `status` `waiting` one on the waiting list where all are taken."
    ),
    gettext_noop("The HTTP status in words."),
    gettext_noop("The HTTP status of the last try."),
    gettext_noop("The code of its match; null for a bye, and where you may not watch."),
    gettext_noop("The code of the match, where you may watch it."),
    gettext_noop("The creator takes the first seat, bots the next; a full table starts at once."),
    gettext_noop("The default."),
    gettext_noop("The draft is shown, and can be entered."),
    gettext_noop(
        "The entry comes last there; if the match is running, a bot plays the seat to its end."
    ),
    gettext_noop("The events sent there; all of them if empty."),
    gettext_noop("The facts of the question, as the game has them."),
    gettext_noop("The fewest players, if not stated."),
    gettext_noop("The final place."),
    gettext_noop("The form is on the notation page. 404 while the match runs."),
    gettext_noop("The game's own points."),
    gettext_noop("The game’s options; fixed once entries are open."),
    gettext_noop("The host calls an open match off; whoever had joined is told."),
    gettext_noop("The host fills the free seats with bots, which starts the match."),
    gettext_noop("The host seats one bot; the match starts with the last seat."),
    gettext_noop("The ids of entries, the best first; those not named come after them."),
    gettext_noop("The key owner’s own sealed order of the open phase."),
    gettext_noop("The key owner’s seat; null for a spectator."),
    gettext_noop("The last round of an entry that has left."),
    gettext_noop("The latest round that was paired; 0 before the first."),
    gettext_noop("The link that lets people in; its organiser alone sees it."),
    gettext_noop("The match starts with the last seat."),
    gettext_noop("The member's own note about a match or a member; an empty text removes it."),
    gettext_noop("The name of the series that begins."),
    gettext_noop(
        "The newest `last` closed phases (100 at most), oldest first; `before` a phase's number."
    ),
    gettext_noop("The newest first, 100 at most."),
    gettext_noop("The oldest first."),
    gettext_noop("The one before signs nothing any more."),
    gettext_noop("The open decision point."),
    gettext_noop(
        "The order that was taken back, and the later steps that were taken back with it."
    ),
    gettext_noop("The orders that an ambiguous one could mean; send `1` or `2` to choose one."),
    gettext_noop("The owner of the key."),
    gettext_noop("The phase that is answered: refused with 409 if it has closed."),
    gettext_noop("The phase that is meant: refused with 409 if it has closed."),
    gettext_noop("The places as things stand, and every table of standings with its tie-breaks."),
    gettext_noop(
        "The places as things stand, and the tables they come from; none before the first round."
    ),
    gettext_noop("The record of a match that is over."),
    gettext_noop("The round after which this entry was out."),
    gettext_noop("The same as `message`, under the name of RFC 9457."),
    gettext_noop(
        "The sealed order of the open phase, and its later steps along with it, are forgotten."
    ),
    gettext_noop("The seed of every draw; empty before the start."),
    gettext_noop("The settings of its format, by their names."),
    gettext_noop(
        "The tables where you play now, one in most formats; `all`: also those that are over. Empty while you wait for the next round."
    ),
    gettext_noop("The tournament becomes the first season; the next one follows by itself."),
    gettext_noop("The tournament’s log."),
    gettext_noop("They can’t enter again, and bots take over their seats."),
    gettext_noop("Those of the format, by name: see `formats`."),
    gettext_noop("Those that wait for an order first, the nearest deadline on top."),
    gettext_noop("Tournaments."),
    gettext_noop("Try it."),
    gettext_noop("Two at a table, whatever the game allows."),
    gettext_noop("What a choice is between."),
    gettext_noop("What a step would say and do; nothing was ordered."),
    gettext_noop("What an organiser states besides the game and the format; left out: as usual."),
    gettext_noop("What awaits me, as it happens."),
    gettext_noop("What everybody in the tournament is told by mail."),
    gettext_noop("What happened."),
    gettext_noop("What holds now; empty where a `wait` was taken back without an order."),
    gettext_noop("What is asked of the owner of the key."),
    gettext_noop(
        "What is left in the player's time bank; of others' what it held when the phase opened, unless the match names those whose orders are missing."
    ),
    gettext_noop(
        "What is posted is signed as Standard Webhooks says. 422 for an address that isn’t public."
    ),
    gettext_noop("What is sent to enter a tournament."),
    gettext_noop("What is sent to leave a tournament."),
    gettext_noop("What is sent to take a seat."),
    gettext_noop("What the owner of the key has said of the open phase."),
    gettext_noop("What the table has agreed on about time."),
    gettext_noop("What this seat may know, as the game has it."),
    gettext_noop(
        "What this viewer may know of the others’ orders, as the match’s setting for open turns allows."
    ),
    gettext_noop("What was said at the player's table, the newest last."),
    gettext_noop("What was sent to it."),
    gettext_noop("What was understood of an order, and what comes next."),
    gettext_noop("What you sent, as it was understood."),
    gettext_noop("When a match that is still open ends as it stands."),
    gettext_noop("When others learn of an order that was the only legal one."),
    gettext_noop("Whether bot accounts may join, and whether the match is then rated."),
    gettext_noop("Whether it takes an entry of the owner of the key now."),
    gettext_noop("Whether players talk at their tables."),
    gettext_noop("Which events are sent to it from now on."),
    gettext_noop("Who comes last at a table: the id of their entry."),
    gettext_noop(
        "Who decided: the seat's player, or what answered for the seat. `default`: the deadline passed. `forced`: no other order was legal."
    ),
    gettext_noop("Who has no seat sees the table one turn late."),
    gettext_noop("Who is invited by mail."),
    gettext_noop("Who plays in a tournament."),
    gettext_noop("Who sits in a seat; a bot beside a member keeps the seat while they are away."),
    gettext_noop("Who takes the place over, by name."),
    gettext_noop("Whose key this is."),
    gettext_noop("Why it was stopped: `gone`, `refusing` or `away`."),
    gettext_noop("Why something was not done. Nothing was changed."),
    gettext_noop("Why, for the tournament’s log and whom it concerns."),
    gettext_noop(
        "With `Accept: text/event-stream` a stream of server-sent events, otherwise a list of the decisions that await you, the least time left first."
    ),
    gettext_noop("With its results and running matches; for those on the waiting list."),
    gettext_noop("Write my note on a member."),
    gettext_noop("Write my note on the match."),
    gettext_noop("Write to everybody in a tournament."),
    gettext_noop("You aren’t asked again. Changes nothing for those who have entered."),
    gettext_noop("Your part of the chance."),
    gettext_noop("`done`: nobody needs to wait for me. `wait`: hold the phase until its deadline."),
    gettext_noop(
        "`play`: you play your open matches to their end. `leave`: a bot takes over, and they count as forfeits."
    ),
    gettext_noop(
        "`wait` holds the phase until its deadline, `done` takes that back. Where the match leaves time to revise orders, that time ends as soon as everyone is done."
    ),
)
