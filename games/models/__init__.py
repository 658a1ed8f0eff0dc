"""What is kept: members, matches with their journal, and the mail that goes out and comes in.

The journal of a match is its setup, its `Order` rows and its `Phase` rows; `Match.state` is a
snapshot of what they lead to. Models know nothing but Django: what may happen is in
`games.services`, what may be seen in `games.selectors`.
"""

from games.models.absences import Absence, Substitution
from games.models.api_keys import ApiKey
from games.models.channels import Channel, ChannelDelivery
from games.models.invitations import Invitation
from games.models.journal import (
    DeadlineChange,
    DeadlineDetail,
    Order,
    Phase,
    ServicePulse,
    StandingOrder,
)
from games.models.mail import InboundMail, LocalMail, OutboundMail
from games.models.mail_delivery import AddressHealth, DeliveryEvent, OutgoingMailState
from games.models.mailbox import MailboxState
from games.models.matches import Match, Player
from games.models.members import Member, MemberManager
from games.models.monitoring import Alarm, GamePause, LaneBeat
from games.models.notes import PrivateNote
from games.models.order_questions import OrderQuestion
from games.models.quotas import QuotaUse, RefusedAddress
from games.models.random_codes import CODE_ALPHABET, new_match_code, new_token
from games.models.social import MatchWatch, Stance
from games.models.talk import TableMessage, TalkReport, TalkRuling

__all__ = [
    "CODE_ALPHABET",
    "Absence",
    "AddressHealth",
    "Alarm",
    "ApiKey",
    "Channel",
    "ChannelDelivery",
    "DeadlineChange",
    "DeadlineDetail",
    "DeliveryEvent",
    "GamePause",
    "InboundMail",
    "Invitation",
    "LaneBeat",
    "LocalMail",
    "MailboxState",
    "Match",
    "MatchWatch",
    "Member",
    "MemberManager",
    "Order",
    "OrderQuestion",
    "OutboundMail",
    "OutgoingMailState",
    "Phase",
    "Player",
    "PrivateNote",
    "QuotaUse",
    "RefusedAddress",
    "ServicePulse",
    "Stance",
    "StandingOrder",
    "Substitution",
    "TableMessage",
    "TalkReport",
    "TalkRuling",
    "new_match_code",
    "new_token",
]
