/** The media type of a piece of an upload in tus. */
export const PIECE_TYPE = 'application/offset+octet-stream'
