export type { RateLimits } from './access/rate-limit.ts'
export { type AppOptions, createApp } from './app.ts'
export { openapiDocument } from './openapi/document.ts'
export type { Logger } from './server/log.ts'
