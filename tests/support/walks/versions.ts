import { amount } from '../platform/audit.ts'
import { neededHeaders, type Step, type Walker } from './walk.ts'

const malformed = ['', '*', 'x', '"x"', '-1', '1.5', '"1', '1, 2', '9999999999', `"${'1'.repeat(2000)}"`]

async function unreadable({ send, some }: Step) {
  const responses = await Promise.all(
    some(malformed, amount(malformed.length, 3)).map(async (text) => ({
      text,
      response: await send('superUser', undefined, { 'If-Match': text }),
    })),
  )
  return responses
    .filter(({ response }) => response.status !== 428 || response.reply?.code !== 'version_required')
    .map(({ text, response }) => `answers ${response.status} to If-Match ${text.slice(0, 40) || 'that is absent'}`)
}

async function stale({ send, call, undo }: Step) {
  const found: string[] = []
  const right = call().version ?? 1
  for (const version of [0, right + 1, 999_999_999]) {
    const { status } = await send('superUser', undefined, { 'If-Match': `"${version}"` })
    if (status !== 412) found.push(`answers ${status} to version ${version} of a thing at version ${right}`)
    await undo()
  }
  return found
}

/** Of two changes to the same version the second is refused. */
async function lost({ send, undo }: Step) {
  const first = await send('superUser')
  const second = await send('superUser')
  await undo()
  if (first.status !== 200) return [`answers ${first.status} to the right version`]
  return second.status === 412 ? [] : [`answers ${second.status} to the second of two changes of one version`]
}

/** Where the version is optional, a call without one changes the current version. */
async function withoutVersion({ world, endpoint, call, undo }: Step) {
  const { 'If-Match': _, ...others } = neededHeaders(endpoint, call())
  const { status } = await world.as('superUser').send(endpoint, call() as never, others) // valid by construction, which the types lose
  await undo()
  const expected = endpoint.versioned === 'optional' ? 200 : 428
  return status === expected ? [] : [`answers ${status} without a version, where ${expected} has to come`]
}

/** A change names the version that it is based on; a lost update is refused. */
export const versions: Walker = {
  name: 'versions',
  covers: ({ versioned }) => Boolean(versioned),
  walk: async (step) => [...(await unreadable(step)), ...(await withoutVersion(step)), ...(await stale(step)), ...(await lost(step))],
}
