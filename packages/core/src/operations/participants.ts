import { sendParticipantReminder } from '../emails/operations/send-participant-reminder.ts'
import {
  createParticipant,
  deleteParticipant,
  getParticipant,
  listParticipants,
  renewParticipantLink,
  updateParticipant,
} from '../enrollments/participants/operations.ts'

/** Who takes part in an enrollment. A part of `operations.ts`. */
export const participantsOperations = {
  listParticipants,
  getParticipant,
  createParticipant,
  updateParticipant,
  renewParticipantLink,
  sendParticipantReminder,
  deleteParticipant,
}
