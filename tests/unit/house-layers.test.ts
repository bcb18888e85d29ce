import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forbiddenImports, layers } from '../house/layers.ts'
import { root } from '../house/source.ts'

const chart = 'src/surfaces/report-chart/index.tsx'

test('every folder of the table exists', () => {
  const folders = layers.flatMap(({ folder, allowed }) => [folder.replace('/*', ''), ...allowed])
  const missing = folders.filter((folder) => folder !== 'itself' && folder !== 'anything' && !existsSync(join(root, folder)))
  expect(missing).toEqual([])
})

describe('an import that the table does not allow is reported', () => {
  test.each([
    ['src/contract/a.ts', "import { api } from '../kit/api.ts'"],
    ['src/contract/a.ts', "import { useState } from 'react'"],
    ['src/kit/a.ts', "import { Table } from '../ui/table.tsx'"],
    ['src/kit/a.ts', "import type { Table } from '../ui/table.tsx'"],
    ['src/kit/a.ts', "export { Table } from '../ui/table.tsx'"],
    ['src/kit/a.ts', "export * from '../ui/table.tsx'"],
    ['src/kit/a.ts', "const table = () => import('../ui/table.tsx')"],
    ['src/kit/a.ts', "type Table = import('../ui/table.tsx').Table"],
    ['src/kit/a.ts', "import { load } from 'words:report-chart'"],
    ['src/kit/a.ts', 'const load = (name: string) => import(`./${name}.ts`)'],
    ['src/kit/a.ts', "import { contract } from '../contract/index.ts'"],
    ['src/ui/a.tsx', "import { api } from '../kit/api.ts'"],
    ['src/parts/a.tsx', "import { question } from '../surfaces/report-chart/question.ts'"],
    [chart, "import { load } from 'words:funds'"],
    [chart, "import { define } from '../../../elements/runtime/define.ts'"],
    [chart, "import funds from '../funds/index.tsx'"],
    [chart, "import declaration from '../../../elements/ad-report-chart.ts'"],
    [chart, "import type declaration from '../../../elements/ad-funds.ts'"],
    ['elements/a.ts', "import chart from '../src/surfaces/report-chart/index.tsx'"],
    ['elements/a.ts', "const chart = () => import('../src/surfaces/report-chart/chart.tsx')"],
    ['elements/a.ts', "import { csv } from '../src/parts/csv.ts'"],
    ['demo/platform/a.ts', "import { api } from '../../src/kit/api.ts'"],
    ['demo/platform/a.ts', "import { shop } from '../shop/shop.ts'"],
    ['demo/shop/shop.ts', "import { Id } from '../../src/contract/ids.ts'"],
    ['demo/shop/shop.ts', "import { open } from '../platform/database/open.ts'"],
    ['demo/main.ts', "import { api } from '../src/kit/api.ts'"],
    ['demo/main.ts', "import { url } from '../tests/support/people.ts'"],
    ['demo/main.ts', "import { Id } from '../src/contract/index.ts'\nimport '../elements/register.tsx'"],
    ['demo/start.mjs', "import { startSite } from './open-site.ts'"],
    ['demo/start.mjs', "import pg from 'pg'"],
    ['src/stray.ts', "import { join } from 'node:path'"],
    ['tests/journeys/report-chart.spec.ts', "import { contract } from '../../src/contract/index.ts'"],
    ['tests/journeys/report-chart.spec.ts', "import { expect, type Page, test } from 'playwright/test'"],
  ])('%s: %s', (path, text) => {
    expect(forbiddenImports({ path, text })).toHaveLength(1)
  })
})

describe('an import that the table allows passes', () => {
  test.each([
    ['src/kit/a.ts', "import { Id } from '../contract/ids.ts'"],
    ['src/kit/a.ts', "// import { Table } from '../ui/table.tsx'\nexport const text = \"import x from '../ui/table.tsx'\""],
    [chart, "import type declaration from '../../../elements/ad-report-chart.ts'\nimport { load } from 'words:report-chart'"],
    ['elements/a.ts', "const chart = () => import('../src/surfaces/report-chart/index.tsx')"],
    ['demo/platform/a.ts', "import { contract } from '../../src/contract/index.ts'"],
    ['demo/main.ts', "import { startSite } from './open-site.ts'\nimport { help } from './platform/configuration.ts'"],
    ['demo/welcome.ts', "import { roles } from '../src/contract/access/permissions.ts'"],
    ['demo/shop/shop.ts', "import { connect } from '../../dist/host.js'"],
    ['demo/main.ts', "import { connect } from '../dist/host.js'"],
    [chart, "import type { Declaration } from '../../../elements/runtime/define.ts'"],
    ['elements/a.ts', "const words = () => import('words:report-chart')"],
    ['demo/start.mjs', "import { join } from 'node:path'\nimport { isInstalled } from './packages.mjs'"],
    ['tests/journeys/report-chart.spec.ts', "import { people } from '../support/world/people.ts'\nimport { test } from 'playwright/test'"],
    ['tests/unit/a.test.ts', "import { question } from '../../src/surfaces/report-chart/query.ts'"],
  ])('%s: %s', (path, text) => {
    expect(forbiddenImports({ path, text })).toEqual([])
  })
})
