/** A run of this length is no coincidence. */
const runLength = 12

/** The unique parts of a token: its payload, its signature and its id, but not its header. */
function privateParts(token: string): string[] {
  const [, payload, signature] = token.split('.')
  if (!payload || !signature) return [token]
  const { jti } = JSON.parse(Buffer.from(payload, 'base64url').toString())
  return [payload, signature, ...(typeof jti === 'string' ? [jti] : [])]
}

function runsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - runLength + 1) }, (_, at) => text.slice(at, at + runLength))
}

/** Every run of characters that identifies a token. */
export const tokenRuns = (tokens: Iterable<string>) => new Set([...tokens].flatMap(privateParts).flatMap(runsOf))

/** The runs of secret tokens in a text, without those that the given tokens share. */
export function runsIn(text: string, secret: Iterable<string>, given: Iterable<string>): string[] {
  const common = tokenRuns(given)
  const runs = new Set([...tokenRuns(secret)].filter((run) => !common.has(run)))
  return [...new Set(runsOf(text).filter((run) => runs.has(run)))]
}
