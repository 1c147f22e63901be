export { superviseProcesses } from './supervise.ts'
export { runProcess } from './worker.ts'
