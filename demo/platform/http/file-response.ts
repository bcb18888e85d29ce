import { StatementCanceled } from '../database/problems.ts'
import type { FileReply } from '../context/context.ts'
import type { Log } from '../context/log.ts'

/**
 * Content-Disposition with an ASCII name for every system and the full UTF-8 name. `toWellFormed` replaces a lone surrogate, which
 * a cut name can end with.
 */
const disposition = (name: string) => {
  const safe = name.toWellFormed().replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ')
  return `attachment; filename="${safe.replace(/[^\w .-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, '_')}`
}

export const fileHeaders = ({ name, contentType, headers }: FileReply) => ({
  ...headers,
  'Content-Type': contentType,
  'Content-Disposition': disposition(name),
})

export interface FileStreamOptions {
  readonly log: Log
  readonly requestId: string
  /** Called once, when the stream is finished or canceled. */
  readonly left: () => void
  /** Longest wait for the client to read the next chunk, and longest time for the whole file. */
  readonly stallMs: number
  readonly wholeMs: number
}

/** Streams a file at the client's pace. The stream ends early when the client disconnects or exceeds a time limit. */
export function fileStream(
  { pieces, end }: FileReply,
  { log, requestId, left, stallMs, wholeMs }: FileStreamOptions,
): ReadableStream<Uint8Array> {
  let isLeft = false
  let giveUp: (why: string) => void = () => undefined
  const whole = setTimeout(() => giveUp(`It was not taken within ${wholeMs} ms`), wholeMs)
  let stall: NodeJS.Timeout | undefined
  const wait = () => {
    stall = setTimeout(() => giveUp(`Nobody took its next piece for ${stallMs} ms`), stallMs)
  }
  const over = async () => {
    clearTimeout(whole)
    clearTimeout(stall)
    await end().finally(left)
  }
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        giveUp = (why) => {
          if (isLeft) return
          isLeft = true
          log('info', 'file', { request_id: requestId, message: why })
          controller.error(new Error(why))
          over().catch((error: Error) => log('error', 'file', { request_id: requestId, message: error.message }))
        }
      },
      pull: async (controller) => {
        clearTimeout(stall)
        try {
          const { done, value } = await pieces.next()
          if (isLeft) return
          if (!done) {
            controller.enqueue(value)
            return wait()
          }
          await over()
          controller.close()
        } catch (error) {
          const level = isLeft || error instanceof StatementCanceled ? 'info' : 'error'
          log(level, 'file', { request_id: requestId, message: error instanceof Error ? error.message : String(error) })
          await over().catch(() => undefined)
          if (!isLeft) controller.error(error)
        }
      },
      cancel: () => {
        isLeft = true
        return over()
      },
    },
    { highWaterMark: 1 },
  )
}
