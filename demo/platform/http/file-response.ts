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
  /** Closes the connection of a file that cannot be completed: an error of the stream would be printed past the log. */
  readonly disconnect: () => void
  /** Called once, when the stream is finished or canceled. */
  readonly left: () => void
  /** Longest wait for the client to read the next chunk, and longest time for the whole file. */
  readonly stallMs: number
  readonly wholeMs: number
}

/** Streams a file at the client's pace. The stream ends early when the client disconnects or exceeds a time limit. */
export function fileStream(
  { pieces, end }: FileReply,
  { log, requestId, disconnect, left: onEnd, stallMs, wholeMs }: FileStreamOptions,
): ReadableStream<Uint8Array> {
  let hasEnded = false
  let abort: (why: string) => void = () => undefined
  const fileTimeout = setTimeout(() => abort(`The client did not read the file within ${wholeMs} ms`), wholeMs)
  let stall: NodeJS.Timeout | undefined
  const wait = () => {
    stall = setTimeout(() => abort(`The client read nothing for ${stallMs} ms`), stallMs)
  }
  const finish = async () => {
    clearTimeout(fileTimeout)
    clearTimeout(stall)
    await end().finally(onEnd)
  }
  return new ReadableStream<Uint8Array>(
    {
      start: () => {
        abort = (why) => {
          if (hasEnded) return
          hasEnded = true
          log('info', 'file', { request_id: requestId, message: why })
          disconnect()
          finish().catch((error: Error) => log('error', 'file', { request_id: requestId, message: error.message }))
        }
      },
      pull: async (controller) => {
        clearTimeout(stall)
        try {
          const { done, value } = await pieces.next()
          if (hasEnded) return
          if (!done) {
            controller.enqueue(value)
            return wait()
          }
          await finish()
          controller.close()
        } catch (error) {
          const level = hasEnded || error instanceof StatementCanceled ? 'info' : 'error'
          log(level, 'file', { request_id: requestId, message: error instanceof Error ? error.message : String(error) })
          if (hasEnded) return
          hasEnded = true
          disconnect()
          await finish().catch(() => undefined)
        }
      },
      cancel: async () => {
        if (hasEnded) return
        hasEnded = true
        await finish()
      },
    },
    { highWaterMark: 1 },
  )
}
