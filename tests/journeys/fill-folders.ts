import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asOwner, urlOf } from '../support/database/fresh-database.ts'
import { startPostgres } from '../support/database/postgres.ts'
import { sharedSettings } from '../support/database/shared-postgres.ts'
import { type StartName, setFilledStarts } from '../support/platform/filled-starts.ts'
import { startPlatformProcess } from '../support/platform/process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const output = join(root, 'tests', 'output')

/** The source files that decide the content of a first start. */
export const sourcesOfFirstStart = () => [
  'demo/main.ts',
  'demo/open-site.ts',
  ...['demo/platform', 'src/contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ),
]

/** The content of a first start depends on the platform's code and on the current day, on which its figures end. */
function nameOfToday() {
  const hash = createHash('sha256').update(new Date().toDateString())
  for (const path of sourcesOfFirstStart()) hash.update(path).update(readFileSync(join(root, path)))
  return hash.digest('hex').slice(0, 12)
}

/** Renames a folder, or removes it if another process has created the same one: journeys and engines may fill at the same time. */
export function publishFolder(from: string, to: string) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (!existsSync(to)) throw error
    rmSync(from, { recursive: true })
  }
}

const names: readonly StartName[] = ['full', 'empty']

/** Starts a platform for the first time and stops it. On a server its database has the name of the start. */
async function startOnce(name: StartName, dataDir: string, server: string | undefined) {
  if (server) await asOwner(server, `create database "${name}" template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  const platform = await startPlatformProcess({
    empty: name === 'empty',
    dataDir,
    ...(server && { env: { DATABASE_URL: urlOf(server, name) } }),
  })
  await platform.stop()
}

const isOnServer = process.env.TEST_DATABASE_URL !== ''
const clusterIn = (folder: string) => join(folder, 'cluster')

async function fill(to: string) {
  mkdirSync(output, { recursive: true })
  const folder = mkdtempSync(join(output, 'filling-'))
  const server = isOnServer ? await startPostgres(sharedSettings) : undefined
  try {
    for (const name of names) await startOnce(name, join(folder, name), server?.url)
    await server?.save(clusterIn(folder))
  } finally {
    await server?.stop()
  }
  publishFolder(folder, to)
}

/** The folder of today's first starts, filled unless it exists. Folders of other days or of older code are removed. */
export async function filledToday(): Promise<string> {
  const name = nameOfToday()
  const isOld = (one: string) => /^filled-/.test(one) && !one.endsWith(name)
  for (const old of existsSync(output) ? readdirSync(output).filter(isOld) : []) rmSync(join(output, old), { recursive: true, force: true })
  const folder = join(output, `filled-${isOnServer ? 'server' : 'embedded'}-${name}`)
  if (!existsSync(folder)) await fill(folder)
  return folder
}

/**
 * Every journey starts with a copy of a first start, with or without the demonstration.
 * The copies are databases of one PostgreSQL server; with an empty TEST_DATABASE_URL they are folders of the embedded database.
 */
export default async function openFilledStarts() {
  const folder = await filledToday()
  const server = isOnServer ? await startPostgres(sharedSettings, clusterIn(folder)) : undefined
  setFilledStarts({ server: server?.url, folder })
  return () => server?.stop()
}
