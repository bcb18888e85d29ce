import { StatementUnwanted } from './database/problems.ts'
import type { Log } from './log.ts'

/** A file as an answer: made while it goes out. */
export interface FileAnswer {
  readonly name: string
  readonly contentType: string
  readonly headers?: Readonly<Record<string, string>>
  readonly pieces: AsyncGenerator<Uint8Array>
  /** Lets go of what the pieces are made from. */
  end(): Promise<void>
}

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

/** Goes out as fast as it is taken; who goes away ends it. */
export function fileStream({ pieces, end }: FileAnswer, log: Log, requestId: string): ReadableStream<Uint8Array> {
  let isLeft = false
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await pieces.next()
          if (isLeft) return
          if (!done) return controller.enqueue(value)
          await end()
          controller.close()
        } catch (error) {
          const level = isLeft || error instanceof StatementUnwanted ? 'info' : 'error'
          log(level, 'file', { request_id: requestId, message: error instanceof Error ? error.message : String(error) })
          await end().catch(() => undefined)
          if (!isLeft) controller.error(error)
        }
      },
      cancel: () => {
        isLeft = true
        return end()
      },
    },
    { highWaterMark: 1 },
  )
}
