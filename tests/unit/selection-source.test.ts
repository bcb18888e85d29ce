import { expect, test } from 'vitest'
import type { Send } from '../../src/kit/api.ts'
import { TooManyEntities, collectingSource, filterAndSort } from '../../src/surfaces/campaigns/ad-group-entities/selection.tsx'
import type { AdvertiserEntity } from '../../src/surfaces/campaigns/ad-group-entities/sources.ts'

const entity = (entity_id: number, name: string, category = 'Coast', status = 'active'): AdvertiserEntity => ({
  entity_id,
  name,
  category,
  status,
  internal_id: `H-${entity_id}`,
})
const three = [entity(1, 'Oats'), entity(2, 'Rye', 'Hills'), entity(3, 'Barley', 'Hills', 'inactive')]
const names = (found: readonly AdvertiserEntity[]) => found.map(({ name }) => name)

test.each([
  [{ name: { kind: 'contains', text: 'R' } }, ['Rye', 'Barley']],
  [{ internal_id: { kind: 'contains', text: 'h-2' } }, ['Rye']],
  [{ category: { kind: 'one-of', values: ['Hills'] } }, ['Rye', 'Barley']],
  [{ category: { kind: 'one-of', values: ['Hills'] }, status: { kind: 'one-of', values: ['active'] } }, ['Rye']],
  [{ name: { kind: 'between', from: 'O' } }, ['Oats', 'Rye']],
] as const)('the listed rows match every filter: %j', (filters, found) => expect(names(filterAndSort(three, { filters }))).toEqual(found))

test('the listed rows have the requested order', () =>
  expect(
    names(
      filterAndSort(three, {
        filters: {},
        sort: [
          { key: 'category', order: 'desc' },
          { key: 'name', order: 'asc' },
        ],
      }),
    ),
  ).toEqual(['Barley', 'Rye', 'Oats']))

function selectionSource(found: readonly AdvertiserEntity[], inAdGroup: readonly number[] = []) {
  let kept: ReadonlyMap<number, AdvertiserEntity> = new Map(three.map((one) => [one.entity_id, one]))
  const send = (async () => ({ entities: found, total: found.length })) as unknown as Send // the source makes only this call
  const setEntities = (next: ReadonlyMap<number, AdvertiserEntity>) => {
    kept = next
  }
  const findInAdGroup = async (ids: readonly number[]) => new Set(ids.filter((id) => inAdGroup.includes(id)))
  const source = collectingSource(send, { memberGroupId: 1, advertiserId: 1 }, { getEntities: () => kept, setEntities, findInAdGroup })
  return { source, kept: () => [...kept.keys()] }
}

test('all matching rows are removed, and no others', async () => {
  const { source, kept } = selectionSource([])
  await source.removeAll({ filters: { category: { kind: 'one-of', values: ['Hills'] } }, sort: [] }, [3])
  expect(kept()).toEqual([1, 3])
})

test('more rows than one call takes are refused, and the selection stays unchanged', async () => {
  const { source, kept } = selectionSource(Array.from({ length: 4998 }, (_, index) => entity(index + 10, 'Room')))
  await expect(source.addAll({ filters: {}, sort: [] }, [])).rejects.toBeInstanceOf(TooManyEntities)
  expect(kept()).toEqual([1, 2, 3])
})

test('a row that is already in the ad group says so, is not selected again, and is counted separately', async () => {
  const { source, kept } = selectionSource([entity(2, 'Rye'), entity(20, 'Emmer'), entity(21, 'Spelt')], [20])
  const { signal } = new AbortController()
  const { rows } = await source.available({ start: 0, count: 3, sort: [], filters: {}, needsTotals: false, signal })
  expect(rows.map(({ entity_id, is_selected, is_in_group }) => [entity_id, is_selected, is_in_group])).toEqual([
    [2, true, false],
    [20, false, true],
    [21, false, false],
  ])
  expect(await source.add([2, 20, 21])).toEqual({ added: 1, already: 2 })
  expect(kept()).toEqual([1, 2, 3, 21])
})

test('when too many rows match, none is selected, even if most are in the ad group already', async () => {
  const many = Array.from({ length: 5001 }, (_, index) => entity(index + 10, 'Room'))
  const { source, kept } = selectionSource(
    many,
    many.map(({ entity_id }) => entity_id),
  )
  await expect(source.addAll({ filters: {}, sort: [] }, [])).rejects.toBeInstanceOf(TooManyEntities)
  expect(kept()).toEqual([1, 2, 3])
})
