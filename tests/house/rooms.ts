import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endpointsOf } from '../../src/contract/endpoint.ts'
import { contract } from '../../src/contract/index.ts'
import { filesUnder, root } from './source.ts'

/** Files, folders and permissions that belong to a tag, by kind. */
export type Rooms = readonly (readonly [kind: string, found: readonly string[]])[]

/** Names of tables and tests that differ from the noun's folder. */
export const otherNames: Readonly<Record<string, readonly string[]>> = {
  'ad-groups': ['ad-group', 'ad-group-entities', 'entity-changes', 'entities-with-bids'],
  alerts: ['overviews', 'campaign-alerts', 'told-occasions'],
  budgets: ['advice'],
  campaigns: ['campaign-history', 'campaign-edit'],
  clients: ['member-groups', 'client-themes', 'tenants'],
  drafts: ['campaign-drafts'],
  registrations: ['entity-registrations', 'registration-jobs'],
  reports: ['report-exports', 'report-files', 'facts'],
  'saved-reports': ['report-schedules', 'report-shares', 'report-mails', 'schedule-versions', 'schedules'],
  session: ['terms'],
  targeting: ['targetings'],
  users: ['sign-up', 'people', 'user-settings', 'user-reach'],
}

const exists = (path: string) => existsSync(join(root, path))
const load = async (path: string): Promise<Record<string, unknown>> => (exists(path) ? import(join(root, path)) : {})
const foldersOf = (floor: string, nouns: readonly string[]) => nouns.map((noun) => `${floor}/${noun}/`).filter(exists)

/** The files below a folder that are named after a noun. */
export const named = (folder: string, names: readonly string[]) =>
  filesUnder(folder).filter((path) =>
    path
      .slice(folder.length + 1)
      .split('/')
      .some((part) => names.some((name) => new RegExp(`^(\\d+-|ad-)?${name}([.-]|$)`).test(part))),
  )

/** Nouns in the declaration of a tag; each is a folder of the contract. */
export async function nounsOf(tag: string): Promise<string[]> {
  const { default: declaration } = await load(`elements/${tag}.ts`)
  const nouns = typeof declaration === 'object' && declaration !== null && 'nouns' in declaration ? declaration.nouns : []
  return Array.isArray(nouns) ? nouns.map(String) : []
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Permissions that the endpoints of some nouns need. */
async function permissionsOf(nouns: readonly string[]) {
  const files = nouns.flatMap((noun) => filesUnder(`src/contract/${noun}`))
  const exported = (await Promise.all(files.map(load))).flatMap((module) => Object.values(module)).filter(isObject)
  const offered = new Set(endpointsOf(contract))
  const endpoints = exported.flatMap((branch) => [branch, ...Object.values(branch)]).filter((one) => offered.has(one))
  return [...new Set(endpoints.flatMap(({ may }) => may ?? []))].sort()
}

/** Everything that belongs to a tag, including the screens of the given addresses. */
export async function roomsOf(tag: string, screens: readonly string[]): Promise<Rooms> {
  const surface = tag.replace(/^ad-/, '')
  const nouns = await nounsOf(tag)
  const names = nouns.flatMap((noun) => [noun, ...(otherNames[noun] ?? [])])
  return [
    ['screen', screens],
    ['surface', foldersOf('src/surfaces', [surface])],
    ['declaration', [`elements/${tag}.ts`].filter(exists)],
    ['contract', foldersOf('src/contract', nouns)],
    ['platform', foldersOf('demo/platform', nouns)],
    ['tables', named('demo/platform/tables', names)],
    ['words', filesUnder('locales').filter((path) => path.endsWith(`/${surface}.po`))],
    ['tests', ['unit', 'elements', 'platform', 'journeys'].flatMap((kind) => named(`tests/${kind}`, [surface, ...names]))],
    ['permissions', await permissionsOf(nouns)],
  ]
}
