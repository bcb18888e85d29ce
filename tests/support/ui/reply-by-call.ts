import type { IncomingMessage, ServerResponse } from 'node:http'
import { failure, success } from './loopback.ts'

type WriteReply = (response: ServerResponse) => void

/** Replies to each call by its method and path; a number is the status of a refusal, and unlisted calls get no response. */
export function replyByCall(replies: Readonly<Record<string, unknown>>) {
  return (response: ServerResponse, { method, url }: IncomingMessage) => {
    const key = `${method} ${(url ?? '').split('?')[0]}`
    if (!Object.hasOwn(replies, key)) return
    const reply = replies[key]
    const write: WriteReply = typeof reply === 'number' ? failure(reply) : success(reply)
    write(response)
  }
}
