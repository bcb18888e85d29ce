import { Refused } from '../context/refusal.ts'

/** Limits for JSON bodies. Parsing and validating are synchronous and block all other requests. */
export interface JsonLimits {
  readonly jsonDepth: number
  readonly jsonValues: number
}

/** Counts nesting depth and values in the text, before JSON.parse builds them. */
export function measureJson(text: string): { depth: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  let isString = false
  for (let position = 0; position < text.length; position++) {
    const letter = text[position]
    if (isString) {
      if (letter === '\\') position++
      else if (letter === '"') isString = false
    } else if (letter === '"') isString = true
    else if (letter === ',') values++
    else if (letter === '{' || letter === '[') {
      deepest = Math.max(deepest, ++depth)
      values++
    } else if (letter === '}' || letter === ']') depth--
  }
  return { depth: deepest, values }
}

/** Keys that every object inherits are refused: code that reads them from the body would get the body's value. */
const isInherited = (key: string) => key in Object.prototype || key === 'prototype'

/** Parses a JSON body within the limits; throws `Refused`. */
export function parseJsonBody(text: string, { jsonDepth, jsonValues }: JsonLimits): unknown {
  const { depth, values } = measureJson(text)
  if (depth > jsonDepth) throw new Refused('malformed', { subject: 'Body', rule: `JSON can be nested at most ${jsonDepth} levels deep` })
  if (values > jsonValues) throw new Refused('too_large', { subject: 'Body', rule: `JSON can have at most ${jsonValues} values` })
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (isInherited(key)) throw new SyntaxError(key)
      return value
    })
  } catch {
    throw new Refused('malformed', { subject: 'Body', rule: 'The body is not valid JSON' })
  }
}

/** Closes the connection, so that the rest of the body is not read. */
const hangUp = { Connection: 'close' }
const tooLarge = (maxBytes: number) =>
  new Refused('too_large', { subject: 'Body', rule: `The body can have at most ${maxBytes} bytes` }, undefined, hangUp)
const tooSlow = (ms: number) =>
  new Refused('timed_out', { subject: 'Body', rule: `Send the body within ${ms / 1000} seconds` }, undefined, hangUp)

async function bytesOf(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads a body of at most `most` bytes within `withinMs`. */
export async function readBodyText(request: Request, maxBytes: number, withinMs: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
  if (!request.body) return ''
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow(withinMs)), withinMs)
  })
  try {
    const bytes = await Promise.race([bytesOf(request.body, maxBytes), timeout])
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused('malformed', { subject: 'Body', rule: 'The body is incomplete or not UTF-8' })
  } finally {
    clearTimeout(timer)
  }
}
