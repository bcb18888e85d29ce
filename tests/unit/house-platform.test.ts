import { describe, expect, test } from 'vitest'
import { misplacedInPlatform, platformLayers } from '../house/platform-layers.ts'
import { foldersIn } from '../house/source.ts'

const at = 'demo/platform'

describe('an import against the layers of the platform is reported', () => {
  test.each([
    [`${at}/database/a.ts`, "import { refuseField } from '../context/refusal.ts'"],
    [`${at}/context/a.ts`, "import { and } from '../sql/pieces.ts'"],
    [`${at}/context/a.ts`, "import type { FileAnswer } from '../http/file-response.ts'"],
    [`${at}/sql/a.ts`, "import { callerOf } from '../access/caller.ts'"],
    [`${at}/sql/a.ts`, "export { and } from '../reports/conditions.ts'"],
    [`${at}/access/a.ts`, "import { readCampaign } from '../campaigns/read.ts'"],
    [`${at}/http/a.ts`, "import { csv } from '../files/table-file.ts'"],
    [`${at}/files/a.ts`, "const rows = () => import('../reports/rows.ts')"],
    [`${at}/campaigns/a.ts`, "import { startJobs } from '../jobs/queue.ts'"],
    [`${at}/campaigns/a.ts`, "type Letter = import('../mail/letters.ts').Letter"],
    [`${at}/mail/a.ts`, "import { barred } from '../demo-pages/bar.ts'"],
    [`${at}/identity/a.ts`, "import type { Listener } from '../server.ts'"],
    [`${at}/seed/a.ts`, "import { configurationOf } from '../configuration.ts'"],
  ])('%s: %s', (path, text) => {
    expect(misplacedInPlatform({ path, text })).toHaveLength(1)
  })
})

describe('an import of handlers or of the seed is reported', () => {
  test.each([
    [`${at}/campaigns/a.ts`, "import { adGroupHandlers } from '../ad-groups/handlers.ts'"],
    [`${at}/campaigns/a.ts`, "import { entityHandlers } from '../ad-groups/entity-handlers.ts'"],
    [`${at}/mail/a.ts`, "import { reportHandlers } from '../reports/handlers.ts'"],
    [`${at}/reports/a.ts`, "import { seed } from '../seed/seed.ts'"],
    [`${at}/server.ts`, "import { seed } from './seed/seed.ts'"],
    ['demo/main.ts', "import { people } from './platform/seed/people.ts'"],
    ['demo/welcome.ts', "import type { SeedPerson } from './platform/seed/people.ts'"],
  ])('%s: %s', (path, text) => {
    expect(misplacedInPlatform({ path, text })).toHaveLength(1)
  })
})

describe('an import within a layer or of a lower one passes', () => {
  test.each([
    [`${at}/database/a.ts`, "import type { Tables } from '../tables/index.ts'"],
    [`${at}/tables/a.ts`, "import type { Database } from '../database/database.ts'"],
    [`${at}/access/a.ts`, "import type { Guard } from '../http/request-state.ts'"],
    [`${at}/campaigns/a.ts`, "import { readAdGroup } from '../ad-groups/read.ts'"],
    [`${at}/campaigns/a.ts`, "import { simpleHandlers } from './simple-handlers.ts'"],
    [`${at}/delivery/a.ts`, "import { enqueue } from '../sql/queue.ts'"],
    [`${at}/seed/a.ts`, "import { clients } from './clients.ts'\nimport { addOfFacts } from '../delivery/purchases.ts'"],
    [`${at}/handlers.ts`, "import { adGroupHandlers } from './ad-groups/handlers.ts'"],
    ['demo/open-site.ts', "import { fill } from './platform/seed/fill.ts'\nimport { createPlatform } from './platform/server.ts'"],
    ['tests/unit/a.test.ts', "import { people } from '../../demo/platform/seed/people.ts'"],
  ])('%s: %s', (path, text) => {
    expect(misplacedInPlatform({ path, text })).toEqual([])
  })
})

test('every layer has its folder', () => {
  const named = platformLayers.flat().filter((folder) => folder !== '.' && folder !== 'a noun')
  expect(named.filter((folder) => !foldersIn(at).includes(folder))).toEqual([])
})
