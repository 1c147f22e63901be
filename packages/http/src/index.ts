export { type AppOptions, createApp } from './app.ts'
export type { Logger } from './log.ts'
export { openapiDocument } from './openapi/document.ts'
export type { RateLimits } from './rate-limit.ts'
