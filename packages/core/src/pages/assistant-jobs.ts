import type { Scope } from '../access/scopes.ts'
import type { AssistantKey } from './assistant-guide.ts'

/** A job that teams give an assistant every week. */
export interface AssistantJob {
  /** The name of the MCP prompt for the same job. */
  prompt: string
  title: AssistantKey
  /** The request to copy. */
  text: AssistantKey
  /** The permissions that its tools need. */
  scopes: readonly Scope[]
}

export const ASSISTANT_JOBS: readonly AssistantJob[] = [
  { prompt: 'write_guide', title: 'job_write', text: 'job_write_text', scopes: ['guides:write'] },
  { prompt: 'who_needs_attention', title: 'job_attention', text: 'job_attention_text', scopes: ['insights:read'] },
  {
    prompt: 'answer_questions',
    title: 'job_answer',
    text: 'job_answer_text',
    scopes: ['insights:read', 'guides:read', 'messages:read', 'messages:write'],
  },
  {
    prompt: 'enroll_people',
    title: 'job_enroll',
    text: 'job_enroll_text',
    scopes: ['guides:read', 'organisations:read', 'imports:write'],
  },
  {
    prompt: 'how_is_a_guide_doing',
    title: 'job_guide',
    text: 'job_guide_text',
    scopes: ['guides:read', 'insights:read'],
  },
  {
    prompt: 'prepare_kick_off',
    title: 'job_kick_off',
    text: 'job_kick_off_text',
    scopes: ['contacts:read', 'organisations:read', 'enrollments:read', 'enrollments:write', 'guides:read'],
  },
]
