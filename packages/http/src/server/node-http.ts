/**
 * What is used of `node:http` as a value. An import of it would read all that the module exports, and with that load the client for
 * `WebSocket` and `fetch`, which takes a tenth of the memory and of the start of a service.
 */
export const { createServer, IncomingMessage, STATUS_CODES } = process.getBuiltinModule('node:http')
