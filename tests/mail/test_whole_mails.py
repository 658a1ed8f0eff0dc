"""Mails of several sentences to the service: one of them asks, the others only tell."""

from __future__ import annotations

import pytest

from games.replies.clock_hours import Hours, hours_named
from games.replies.member_requests import language_of_joining, spoken_request
from tests.cast import member
from tests.mail.mailbox import asked, reply

LANGUAGES = ("en", "it", "es", "nl")
CODE = "k7m2p9q"

ASKED = {
    "my-matches": (
        "Been in hospital for weeks. Can you remind me which games I'm still in?",
        "Torno ora dal mare e ho perso il filo. In quali partite sto giocando?",
        "He cambiado de móvil, un desastre. ¿En qué partidas estoy metido?",
        "Net terug en de draad kwijt. In welke potjes zit ik nog?",
    ),
    "deadlines": (
        "I'm off to Wales soon. By what date do I need to have played everywhere?",
        "Parto presto. Entro che data devo aver giocato dappertutto?",
        "Me voy pronto. ¿Antes de qué fecha tengo que haber jugado en cada una?",
        "Ik ga binnenkort weg. Voor welke datum moet ik overal gespeeld hebben?",
    ),
    "open-matches": (
        "It's raining here and I'm bored. Does anyone need a fourth?",
        "Piove e mi annoio. A qualcuno serve un quarto?",
        "Llueve y me aburro. ¿Alguien busca jugadores?",
        "Het regent en ik verveel me. Heeft iemand een vierde nodig?",
    ),
    "open": (
        "My friends from the bowls club are here. Could you get a CuBirds going for three?",
        "Ci sono gli amici della bocciofila. Potreste far partire un CuBirds per tre?",
        "Vienen los de la petanca. ¿Pueden poner en marcha un CuBirds para tres?",
        "De vrienden van de club zijn er. Kunnen jullie een CuBirds beginnen voor drie?",
    ),
    "join": (
        "Match {} sounds fun. I'm in!",
        "La partita {} sembra divertente. Ci sto!",
        "La partida {} suena divertida. ¡Me apunto!",
        "Partij {} klinkt leuk. Ik doe mee!",
    ),
    "decline": (
        "Kind of you to invite me to {}. But I'd rather not, I'm too busy.",
        "Siete gentili a invitarmi alla {}. Però preferirei di no.",
        "Muy amables por invitarme a la {}. Pero esta vez no puedo.",
        "Aardig dat jullie me uitnodigen voor {}. Maar liever niet.",
    ),
    "leave": (
        "Match {}. I'm out, sorry.",
        "Partita {}. Mi chiamo fuori, scusate.",
        "Partida {}. Me bajo, perdón.",
        "Partij {}. Ik stap eruit, sorry.",
    ),
    "rematch": (
        "What fun that was! Deal {} once more for the same gang.",
        "Che divertimento! Rifacciamo la {} con la stessa banda.",
        "¡Qué risa! Repitamos la {} con la misma pandilla.",
        "Wat was dat leuk! Nog een rondje {} met hetzelfde clubje.",
    ),
    "record": (
        "My brother won't believe me. Could I get every move of {} in an attachment?",
        "Mio fratello non mi crede. Potrei avere tutte le mosse di {} in allegato?",
        "Mi hermano no me cree. ¿Podría tener cada jugada de {} en un adjunto?",
        "Mijn broer gelooft me niet. Kan ik elke zet van {} als bijlage krijgen?",
    ),
    "history": (
        "My son-in-law laughs at me. How did my old games end up?",
        "Mio genero ride di me. Come sono finite le mie vecchie partite?",
        "Mi yerno se ríe de mí. ¿Cómo acabaron mis partidas anteriores?",
        "Mijn schoonzoon lacht me uit. Hoe liepen mijn oude potjes af?",
    ),
    "settings": (
        "I can't recall a thing. Which options have I switched on?",
        "Non ricordo più nulla. Com'è impostato il mio account?",
        "Ya no me acuerdo de nada. ¿Cómo está configurada mi cuenta?",
        "Ik weet niets meer. Hoe staat mijn account ingesteld?",
    ),
    "language": (
        "My English is rusty. Would you mind writing in Dutch?",
        "Il mio inglese è arrugginito. Vi dispiace scrivere in olandese?",
        "Mi inglés está oxidado. ¿Les importa escribir en holandés?",
        "Mijn Engels is roestig. Zou u in het Italiaans willen schrijven?",
    ),
    "mails": (
        "My phone never stops. Could you bundle it all in one mail a day?",
        "Il telefono suona sempre. Mi basta un messaggio al giorno.",
        "El teléfono no para. ¿Pueden mandarme todo junto una vez al día?",
        "Mijn telefoon staat niet stil. Bundel alles maar in één mailtje per dag.",
    ),
    "quiet": (
        "The dog wakes up each time. Please don't send anything between 10pm and 7am.",
        "Il cane si sveglia. Vi prego di non mandarmi nulla dalle 22 alle 7.",
        "El perro se despierta. Entre las diez de la noche y las siete no me escriban.",
        "De hond wordt wakker. Kunnen jullie van 22 tot 7 stil zijn?",
    ),
    "weekends": (
        "We go sailing with the family. Can my clock stop on Saturdays and Sundays?",
        "Andiamo sempre in barca. Potete fermare il mio tempo il sabato e la domenica?",
        "Nos vamos siempre al monte. ¿Me pueden parar el tiempo los fines de semana?",
        "We gaan altijd zeilen. Kan mijn tijd op zaterdag en zondag stilstaan?",
    ),
    "news": (
        "I never read it anyway. Please stop sending me the newsletter.",
        "Tanto non la leggo mai. Non mandatemi più la newsletter.",
        "No lo miro nunca. Quítenme el boletín, por favor.",
        "Ik lees hem toch nooit. Die nieuwsbrief hoeft niet meer.",
    ),
    "tournaments": (
        "My bridge partner told me about you. Do you have a list of the championships?",
        "Me l'hanno detto al circolo. Avete l'elenco delle gare che organizzate?",
        "Me lo contaron en la peña. ¿Tienen una lista de los campeonatos?",
        "Dat hoorde ik op de club. Mag ik een lijst van de wedstrijden?",
    ),
    "enter": (
        "Tournament {}: count me in! My doctor says I need excitement.",
        "Il medico dice che mi ci vuole emozione. Torneo {}: contatemi!",
        "El médico dice que necesito emociones. Torneo {}: ¡cuenten conmigo!",
        "De dokter zegt dat ik spanning nodig heb. Toernooi {}: reken op mij!",
    ),
    "leave-tournament": (
        "Tournament {} is too much for me. I'm dropping out.",
        "Il torneo {} è troppo per me. Mollo, scusate.",
        "El torneo {} es demasiado para mí. Lo dejo.",
        "Toernooi {} is me te veel. Ik haak af.",
    ),
    "standings": (
        "My knitting circle is asking. Who's top of tournament {} at the moment?",
        "Lo chiedono le amiche. Chi è primo nel torneo {} al momento?",
        "Lo preguntan mis amigas. ¿Quién va primero en el torneo {}?",
        "De breiclub vraagt ernaar. Op welke plek sta ik in toernooi {}?",
    ),
    "ratings": (
        "That was a night! Has my rating gone up since Sunday?",
        "Che serata! Il mio elo è salito da domenica?",
        "¡Menuda noche! ¿Ha subido mi elo desde el domingo?",
        "Wat een avond! Is mijn rating gestegen sinds zondag?",
    ),
    "help": (
        "I'm 80 and hopeless with computers. What words do I have to use here?",
        "Ho 80 anni e col computer sono negata. Che parole devo usare qui?",
        "Tengo 80 años y soy muy torpe. ¿Qué palabras tengo que usar aquí?",
        "Ik ben 80 en hopeloos met computers. Welke woorden moet ik hier gebruiken?",
    ),
}  # fmt: skip

JOINING = (
    "My cousin raves about your games, so count me among your players please. I'm Geoff.",
    "Mia cognata gioca da voi da un mese. Vorrei far parte anch'io del gruppo, sono Rosanna.",
    "Enviudé hace un año. Les ruego me den de alta en su servicio. Eusebio Lozano",
    "Mijn bridgemaatje is overleden en ik zoek gezelschap. Gaarne word ik lid. G. Postma",
)  # fmt: skip

OF_SOMEBODY_ELSE = (
    "My sister wants to join, what must she do?",
    "Mia sorella vuole iscriversi, cosa deve fare?",
    "Mi hermana quiere apuntarse, ¿qué tiene que hacer?",
    "Mijn zus wil meedoen, wat moet ze doen?",
)

NOTHING_ASKED = (
    "I don't want to leave match k7m2p9q, please keep me in",
    "Non voglio lasciare la partita k7m2p9q",
    "No quiero dejar la partida k7m2p9q, ¿eh?",
    "Ik wil partij k7m2p9q niet verlaten",
    "Did I enter tournament k7m2p9q?",
    "Mi sono iscritto al torneo k7m2p9q?",
    "¿Me apunté al torneo k7m2p9q?",
    "Heb ik me ingeschreven voor toernooi k7m2p9q?",
    "Please don't enter me in tournament k7m2p9q",
    "Non iscrivetemi al torneo k7m2p9q",
    "No me apuntes al torneo k7m2p9q",
    "Schrijf me niet in voor toernooi k7m2p9q",
    "My husband wants to play in match k7m2p9q",
    "Bruno ha lasciato la partita k7m2p9q",
    "La partida k7m2p9q fue muy bonita, enhorabuena",
    "Partij k7m2p9q was erg leuk, gefeliciteerd allemaal",
    "Don't write to me in Italian",
    "Non scrivetemi in inglese",
    "No me escriban en inglés",
    "Schrijf me niet in het Engels",
    "I don't want to stop the newsletter",
    "I read in the news that it will snow",
    "Ho letto nelle notizie che nevica",
    "He leído en las noticias que va a nevar",
    "Ik las in het nieuws dat het gaat sneeuwen",
    "It rained all night and I couldn't sleep.",
    "Il fine settimana è stato bellissimo, siamo andati al mare",
    "El fin de semana fue precioso, fuimos a la playa",
    "Het weekend was heerlijk, we zijn naar zee geweest",
    "Ieri ho giocato a Wizard in quattro",
    "Ayer jugué a Wizard con cuatro amigos",
    "My wife enjoys your mails every day",
    "We speak Spanish at home.",
    "Scusate, ho perso l'agenda.",
    "Carla can't play in tournament k7m2p9q, she is ill",
    "Carla non può giocare nel torneo k7m2p9q, è malata",
    "Carla no puede jugar en el torneo k7m2p9q, está enferma",
    "Carla kan niet spelen in toernooi k7m2p9q, ze is ziek",
    "¿Cuándo empieza el torneo k7m2p9q?",
    "My phone was broken, so I did not see your messages last night.",
    "I did not sleep because of the wind between 2 and 5.",
    "I lost my glasses, so I'll answer tomorrow.",
    "Please delete my account",
    "Verwijder mijn account alstublieft",
)


@pytest.mark.parametrize("name", ASKED)
def test_the_sentence_that_asks_is_read_beside_those_that_tell(name: str) -> None:
    found = {one.format(CODE): spoken_request(one.format(CODE)) for one in ASKED[name]}
    assert {text: one.name if one else "" for text, one in found.items()} == dict.fromkeys(
        found, name
    )
    named = {text: one.argument for text, one in found.items() if one and CODE in text}
    assert named == dict.fromkeys(named, CODE)


@pytest.mark.parametrize(("language", "text"), list(zip(LANGUAGES, JOINING, strict=True)))
def test_a_stranger_who_tells_a_story_is_asked_whether_to_join(language: str, text: str) -> None:
    assert language_of_joining([text]) == language
    assert language_of_joining(text.split(". ")) == language


@pytest.mark.parametrize("text", OF_SOMEBODY_ELSE)
def test_who_asks_for_somebody_else_is_told_how(text: str) -> None:
    spoken = spoken_request(text)
    assert spoken is None or spoken.name in {"sign-up", "help"}
    assert language_of_joining([text])


@pytest.mark.parametrize("text", NOTHING_ASKED)
def test_what_only_tells_asks_for_nothing(text: str) -> None:
    assert spoken_request(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "Grow your business with our SEO service today",
        "Your parcel could not be delivered, click here",
        "I don't want to play, stop mailing me",
        "Non mi interessa giocare, grazie",
        "No quiero jugar a nada",
        "Ik heb geen interesse in kaarten",
    ],
)
def test_a_stranger_who_wishes_nothing_gets_no_question(text: str) -> None:
    assert not language_of_joining([text])


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("between 10pm and 7am", (22, 7)),
        ("I sleep between 11 and 7", (23, 7)),
        ("from half past ten in the evening until quarter to seven", (22, 7)),
        ("Dalle nove di sera alle otto di mattina", (21, 8)),
        ("da mezzanotte alle 6 e mezza", (0, 7)),
        ("Entre las diez de la noche y las nueve", (22, 9)),
        ("De 23 a 7 no me mandes nada", (23, 7)),
        ("tussen negen uur 's avonds en half negen 's ochtends", (21, 9)),
        ("van middernacht tot half zeven", (0, 7)),
        ("22:00-7:30", (22, 8)),
    ],
)
def test_two_hours_are_found_however_they_are_said(text: str, hours: tuple[int, int]) -> None:
    assert hours_named(text) == Hours(*hours)


@pytest.mark.parametrize("text", ["at ten to three in the morning", "we are 4", "from noon on"])
def test_other_numbers_are_no_two_hours(text: str) -> None:
    assert hours_named(text) is None


@pytest.mark.parametrize(
    ("text", "argument"),
    [
        ("Hi! My inbox had 14 mails today. Please send me one mail a day at 8.", "8"),
        ("No quiero tantos correos, por favor.", "tantos"),
        ("Let my time run on Saturday and Sunday again, I've retired.", "off"),
        ("Zet de klok in het weekend maar weer aan.", "off"),
        ("Avevo tolto le novità ma ora mi mancano, me le mandate di nuovo?", "on"),
        ("hoi doe mij de nieuwsbrief maar weer, had m per ongeluk opgezegd", "on"),
        ("nou krijg ik alles in t spaans, ik snap er niks van!! nederlands aub", "nederlands"),
    ],
)
def test_what_a_setting_shall_be_is_found_beside_the_reason(text: str, argument: str) -> None:
    spoken = spoken_request(text)
    assert spoken is not None
    assert spoken.argument.split()[-1] == argument


@pytest.mark.django_db
def test_a_whole_mail_sets_what_it_asks_for() -> None:
    anna = member("Anna")
    start = asked(anna.email, "help")
    for text in (
        "Hello dears, the dog wakes up. Nothing between nine at night and half past six, please.",
        "We go sailing with the family. Can my clock stop on Saturdays and Sundays?",
        "My phone never stops. Could you bundle it all in one mail a day?",
        "I never read it anyway. Please stop sending me the newsletter.",
        "My mother reads these now. Could you write to me in Italian from now on?",
    ):
        reply(start, text)
    anna.refresh_from_db()
    assert (anna.quiet_from, anna.quiet_until) == (21, 7)
    assert (anna.has_weekends_off, anna.wants_news) == (True, False)
    assert (anna.mail_level, anna.language) == ("daily", "it")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("quanto tempo mi resta?", "deadlines"),
        ("¿cuánto tiempo me queda?", "deadlines"),
        ("bij wie hangt het", "my-matches"),
        ("boh, cosa devo rispondere", "help"),
    ],
)
def test_what_is_asked_as_of_a_match_is_asked_of_all_of_them(text: str, name: str) -> None:
    found = spoken_request(text)
    assert found is not None
    assert found.name == name
