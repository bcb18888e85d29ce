import { Refused } from './refusal.ts'

/** How deep JSON is nested, read off its text: parsing it first would already have built it. */
export function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let isString = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (isString) {
      if (letter === '\\') at++
      else if (letter === '"') isString = false
    } else if (letter === '"') isString = true
    else if (letter === '{' || letter === '[') deepest = Math.max(deepest, ++depth)
    else if (letter === '}' || letter === ']') depth--
  }
  return deepest
}

const dangerous = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a JSON body, or says why it cannot be read. */
export function jsonOf(text: string, depth: number): unknown {
  if (depthOf(text) > depth) throw new Refused('malformed', { subject: 'Body', rule: `JSON may be nested ${depth} deep` })
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (dangerous.has(key)) throw new SyntaxError(key)
      return value
    })
  } catch {
    throw new Refused('malformed', { subject: 'Body', rule: 'This is not JSON that can be read' })
  }
}

/** Reads a body of at most so many bytes. */
export async function textOf(request: Request, most: number): Promise<string> {
  const tooLarge = () => new Refused('too_large', { subject: 'Body', rule: `A body may have ${most} bytes` })
  if (Number(request.headers.get('content-length') ?? 0) > most) throw tooLarge()
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new Refused('malformed', { subject: 'Body', rule: 'The body is not UTF-8' })
  }
}
