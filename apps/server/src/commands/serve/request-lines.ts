import type { RequestLine } from '@handrail/http'

/** What is written into JSON between quotes as it is. */
const PLAIN = /^[\w.:-]*$/

/**
 * Lines of requests as pino writes them, put together from fixed parts: a general serializer costs a tenth of a request.
 * @param pid of the process, where several write lines
 */
export function requestLines(pid?: number): (line: RequestLine) => string {
  const timeOf = isoTimes()
  const process = pid === undefined ? '' : `,"pid":${pid}`
  const routes = new Map<string, string>()

  function routeIn(route: string): string {
    let text = routes.get(route)
    if (text === undefined) {
      text = `,"route":${JSON.stringify(route)}`
      routes.set(route, text)
    }
    return text
  }

  return ({ request_id, method, route, status, duration_ms, caller_id }) => {
    const at = route === undefined ? '' : routeIn(route)
    const caller = caller_id === undefined ? '' : `,"caller_id":${quoted(caller_id)}`
    return `{"level":"info","time":"${timeOf(Date.now())}"${process},"request_id":${quoted(request_id)},"method":"${method}"${at},"status":${status},"duration_ms":${duration_ms}${caller},"msg":"request"}\n`
  }
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** Times as ISO 8601; of a second, all but the milliseconds is computed once. */
function isoTimes(): (time: number) => string {
  let second = Number.NaN
  let beginning = ''
  return (time) => {
    const milliseconds = time % 1000
    if (time - milliseconds !== second) {
      second = time - milliseconds
      beginning = new Date(second).toISOString().slice(0, -'000Z'.length)
    }
    return `${beginning}${String(milliseconds).padStart(3, '0')}Z`
  }
}
