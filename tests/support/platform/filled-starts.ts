import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseOptions } from '../../../demo/platform/database/open.ts'
import { asOwner, urlOf } from '../database/fresh-database.ts'

/** The data that completed first starts left: each platform of a journey opens a copy. */
export interface FilledStarts {
  /** The server with the databases `full` and `empty`; without it, the folders contain an embedded database. */
  readonly server: string | undefined
  readonly folder: string
}

export type StartName = 'full' | 'empty'

const variable = 'FILLED_STARTS'

/** Sets the data that this process and its child processes copy. */
export const setFilledStarts = (starts: FilledStarts) => {
  process.env[variable] = JSON.stringify(starts)
}

function filledStarts(): FilledStarts | undefined {
  const text = process.env[variable]
  return text ? (JSON.parse(text) as FilledStarts) : undefined // as `setFilledStarts` wrote it
}

/** The data of one platform. */
export interface OwnData {
  readonly dataDir: string
  /** Its database on a server; without it, the embedded database in `dataDir`. */
  readonly url?: string | undefined
  /** Drops the database on the server. */
  drop(): Promise<void>
}

export const newFolder = () => mkdtempSync(join(tmpdir(), 'placard-journey-'))

/** How to open the database of a platform. */
export const databaseOf = ({ url, dataDir }: Pick<OwnData, 'url' | 'dataDir'>): DatabaseOptions => (url ? { url } : { dataDir })

/** Copies the data of a first start; without filled starts, the data begins as an empty folder. */
export async function copyOfStart(name: StartName): Promise<OwnData> {
  const dataDir = newFolder()
  const starts = filledStarts()
  if (starts) cpSync(join(starts.folder, name), dataDir, { recursive: true })
  const server = starts?.server
  if (!server) return { dataDir, drop: async () => undefined }
  const own = `journey_${randomBytes(6).toString('hex')}`
  await asOwner(server, `create database ${own} template "${name}" strategy file_copy`)
  return { dataDir, url: urlOf(server, own), drop: () => asOwner(server, `drop database ${own} with (force)`) }
}
