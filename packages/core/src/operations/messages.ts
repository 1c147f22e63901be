import { previewFile } from '../file-previews/operations.ts'
import { downloadFile } from '../files/operations/download.ts'
import { deleteFile, listFiles } from '../files/operations/manage.ts'
import { answerMessage, clearStuck, listMessages, markMessagesRead } from '../messages/operations/manage.ts'

/** What contacts send: files and messages. A part of `operations.ts`. */
export const messagesOperations = {
  listFiles,
  previewFile,
  deleteFile,
  downloadFile,
  listMessages,
  answerMessage,
  clearStuck,
  markMessagesRead,
}
