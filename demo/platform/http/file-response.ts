import { StatementUnwanted } from '../database/problems.ts'
import type { FileAnswer } from '../context/context.ts'
import type { Log } from '../context/log.ts'

/** What every system takes as the name of a file, and the name as it is; half of a letter, as where a name was cut, is no letter. */
const disposition = (name: string) => {
  const safe = name.toWellFormed().replace(/[\p{Cc}\s\\/:*?"<>|]+/gu, ' ')
  return `attachment; filename="${safe.replace(/[^\w .-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(safe).replace(/['()*]/g, '_')}`
}

/** The headers of a file. */
export const fileHeaders = ({ name, contentType, headers }: FileAnswer) => ({
  ...headers,
  'Content-Type': contentType,
  'Content-Disposition': disposition(name),
})

/** How a file goes out. */
export interface FileWay {
  readonly log: Log
  readonly requestId: string
  /** Called once, when nothing more of it goes out. */
  readonly left: () => void
  /** As long as nobody takes the next piece, and until the last is taken. */
  readonly stallMs: number
  readonly wholeMs: number
}

/** Goes out as fast as it is taken; who goes away ends it, and so does who takes too long. */
export function fileStream({ pieces, end }: FileAnswer, { log, requestId, left, stallMs, wholeMs }: FileWay): ReadableStream<Uint8Array> {
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
          const level = isLeft || error instanceof StatementUnwanted ? 'info' : 'error'
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
