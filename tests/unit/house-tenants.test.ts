import { describe, expect, test } from 'vitest'
import { clientIdsDefaultingToZero } from '../house/tenants.ts'

const inFile = (text: string) => ({ path: 'demo/platform/campaigns/a.ts', text })

describe('a client id that defaults to 0 is reported', () => {
  test.each([
    'gatesOf(context, context.scope.memberGroupId ?? 0, ids)',
    'const client = rows[0]?.member_group_id ?? 0',
    'const client = caller.person?.member_group_id || 0',
    'sql`where member_group_id = ${memberGroupId ?? 0}`',
  ])('%s', (text) => {
    expect(clientIdsDefaultingToZero(inFile(text))).toHaveLength(1)
  })
})

describe('other defaults pass', () => {
  test.each([
    'gatesOf(context, tenant(context), ids)',
    'const total = rows[0]?.total ?? 0',
    'const client = person.member_group_id ?? null',
    '// memberGroupId ?? 0',
  ])('%s', (text) => {
    expect(clientIdsDefaultingToZero(inFile(text))).toEqual([])
  })
})
