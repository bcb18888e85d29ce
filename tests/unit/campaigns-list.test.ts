import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { surfaceUrl } from '../../src/surfaces/console/surface/address-of.rules.ts'
import { statuses } from '../../src/contract/statuses.ts'
import { matchAddress } from '../../src/contract/addresses/addresses.ts'
import { adGroupBulk, bidChangeOf, campaignBulk, changesCampaigns, hasChanges, noChange } from '../../src/surfaces/campaigns/bulk/values.ts'
import { pathForEvent } from '../../src/surfaces/console/surface/event-links.ts'
import { builderPath } from '../../src/surfaces/campaigns/host-links.ts'
import { labelSlug } from '../../src/surfaces/campaigns/list/layout.tsx'
import { listFilters } from '../../src/parts/resource/list-source.ts'
import { viewQuery } from '../../src/parts/resource/table-query.ts'
import { csvOf } from '../../src/parts/resource/csv.ts'
import { parseRows, parseSpreadsheet } from '../../src/surfaces/campaigns/spreadsheet/rows.ts'
import readWorkbook from '../../src/surfaces/campaigns/spreadsheet/workbook.ts'
import { delimiterOf, parseTable } from '../../src/parts/resource/text-table.ts'
import { builtInViews } from '../../src/surfaces/campaigns/list/list.tsx'
import type { ColumnInfo } from '../../src/ui/table/column.ts'

describe('a CSV table', () => {
  test('is parsed as spreadsheets write it: quotes, line ends, multi-line cells, and line numbers of rows', () => {
    const { rows } = parseTable('\uFEFFa,b\r\n"one, two","say ""hi"""\r\n\r\n"over\ntwo lines",4\rlast,5')
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['one, two', 'say "hi"'] },
      { line: 4, cells: ['over\ntwo lines', '4'] },
      { line: 6, cells: ['last', '5'] },
    ])
  })

  test.each([
    ['a,b,c', ','],
    ['a;b;c', ';'],
    ['a\tb\tc', '\t'],
    ['a|b|c', '|'],
    ['"a,a,a,a";b;c', ';'],
    ['a', ','],
  ])('of %s is separated by %j', (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter))
})

describe('an uploaded sheet', () => {
  const head = 'campaign_id,version,name,status,budget,currency_code,start_date,end_date,pacing'
  const problemsOf = (...lines: string[]) => parseSpreadsheet([head, ...lines].join('\n')).problems

  test('lists its changes line by line', () => {
    const { rows, lines, problems } = parseSpreadsheet(
      `${head}\n7,3,'=Sum,paused,"1,450.50",USD,2026-11-01,,Evenly\n8,1,Oats,ended,20,USD,2026-11-01,2026-12-01,ASAP`,
    )
    expect(problems).toEqual([])
    expect(rows).toEqual([
      {
        campaign_id: 7,
        version: 3,
        name: '=Sum',
        status: 'paused',
        budget: '1450.50',
        start_date: '2026-11-01',
        end_date: null,
        pacing: 'Evenly',
      },
      { campaign_id: 8, version: 1, name: 'Oats', budget: '20', start_date: '2026-11-01', end_date: '2026-12-01', pacing: 'ASAP' },
    ])
    expect([...lines]).toEqual([
      [7, 2],
      [8, 3],
    ])
  })

  test.each(statuses)('is read again as it was downloaded, also with the status %s, which is ignored unless it can be set', (status) => {
    const { rows, problems } = parseSpreadsheet(`${head}\n7,3,Oats,${status},20,USD,2026-11-01,,ASAP`)
    expect(problems).toEqual([])
    expect(rows[0]?.status).toBe(['active', 'pending', 'paused'].includes(status) ? status : undefined)
  })

  test('takes a comma as the decimal point when cells are separated by semicolons', () => {
    expect(parseSpreadsheet('campaign_id;version;budget\n7;3;1.450,50').rows).toEqual([{ campaign_id: 7, version: 3, budget: '1450.50' }])
  })

  test('is read from a workbook, with numbers and days as a spreadsheet program stores them', async () => {
    type Cell = (address: string) => string
    const text =
      (value: string): Cell =>
      (address) =>
        `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`
    const number =
      (value: number, style = 0): Cell =>
      (address) =>
        `<c r="${address}" s="${style}"><v>${value}</v></c>`
    const row = (line: number, cells: readonly Cell[]) =>
      `<row r="${line}">${cells.map((cell, index) => cell(`${String.fromCharCode(65 + index)}${line}`)).join('')}</row>`
    const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
    const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
    const names = head.split(',').slice(0, 8)
    // 46327 is 2026-11-01 in the days of a spreadsheet.
    const cells = [number(7), number(3), text('Oats'), text('paused'), number(450.5), text('USD'), number(46_327, 1)]
    const files = {
      '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
      'xl/styles.xml': `<styleSheet ${main}><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData>${row(1, names.map(text))}${row(2, cells)}</sheetData></worksheet>`,
    }
    const zipped = zipSync(Object.fromEntries(Object.entries(files).map(([name, xml]) => [name, strToU8(xml)])))
    const { rows, problems } = parseRows(await readWorkbook(new Blob([new Uint8Array(zipped)])))
    expect(problems).toEqual([])
    expect(rows).toEqual([
      { campaign_id: 7, version: 3, name: 'Oats', status: 'paused', budget: '450.5', start_date: '2026-11-01', end_date: null },
    ])
    await expect(readWorkbook(new Blob(['not a workbook']))).rejects.toThrow()
  })

  test('changes nothing that it does not contain', () => {
    expect(parseSpreadsheet('version,campaign_id,name\n3,7,Oats').rows).toEqual([{ campaign_id: 7, version: 3, name: 'Oats' }])
  })

  test.each(['Spring; -20%', '=Sum', "'=Sum", '＋1', 'x;"=1+1;y', '-20%', 'O’Brien', 'two\n=lines'])(
    'with an unchanged name %j keeps it',
    (name) => {
      expect(
        parseSpreadsheet(
          csvOf([
            ['campaign_id', 'version', 'name'],
            [7, 3, name],
          ]),
        ).rows,
      ).toEqual([{ campaign_id: 7, version: 3, name }])
    },
  )

  test.each([
    ['x,3,Oats,active,20,USD,2026-11-01,,ASAP', 'campaign_id'],
    ['99999999999,3,Oats,active,20,USD,2026-11-01,,ASAP', 'campaign_id'],
    ['7,,Oats,active,20,USD,2026-11-01,,ASAP', 'version'],
    ['7,3, ,active,20,USD,2026-11-01,,ASAP', 'name'],
    ['7,3,Oats,asleep,20,USD,2026-11-01,,ASAP', 'status'],
    ['7,3,Oats,active,a lot,USD,2026-11-01,,ASAP', 'budget'],
    ['7,3,Oats,active,-5,USD,2026-11-01,,ASAP', 'budget'],
    ['7,3,Oats,active,20,USD,11/01/2026,,ASAP', 'start_date'],
    ['7,3,Oats,active,20,USD,2026-11-01,2026-02-30,ASAP', 'end_date'],
  ])('with %s is refused for its %s', (line, code) => expect(problemsOf(line)).toEqual([{ line: 2, code }]))

  test('contains each campaign once, the required columns, and a limited number of lines', () => {
    const line = (id: number) => `${id},1,Oats,active,20,USD,2026-11-01,,ASAP`
    expect(problemsOf(line(7), line(7))).toEqual([{ line: 3, code: 'twice' }])
    expect(parseSpreadsheet('name\nOats').problems).toEqual([{ line: 1, code: 'no_columns' }])
    const many = parseSpreadsheet([head, ...Array.from({ length: 1002 }, (_, index) => line(index + 1))].join('\n'))
    expect([many.rows.length, many.problems]).toEqual([1000, [{ line: 1002, code: 'too_many' }]])
  })
})

describe('a bulk change', () => {
  test('sends nothing for unchanged fields', () => {
    expect(hasChanges(noChange)).toBe(false)
    expect(campaignBulk(noChange)).toEqual({})
    expect(adGroupBulk({ ...noChange, budget: '0', bid: '' })).toEqual({})
  })

  test('changes campaigns by percent, and bids separately', () => {
    const values = {
      ...noChange,
      status: 'paused',
      budget: '-10.5',
      isAdjusting: true,
      bid: '5',
      days: 'always',
      comment: ' Rest ',
    } as const
    expect(campaignBulk(values)).toEqual({
      status: 'paused',
      budget_percentage: -10.5,
      adjust_ad_groups: true,
      always_on: true,
      end_date: null,
      comment: 'Rest',
    })
    expect(bidChangeOf(values)).toEqual({ base_bid_percentage: 5, comment: 'Rest' })
    expect(changesCampaigns({ ...noChange, bid: '5' })).toBe(false)
  })

  test('changes ad groups by percent, by an amount or to a value', () => {
    expect(adGroupBulk({ ...noChange, budgetHow: 'lower', budget: '2.50', bidHow: 'to', bid: '0.75' })).toEqual({
      budget_increase: '-2.50',
      base_bid: '0.75',
    })
    expect(adGroupBulk({ ...noChange, days: 'end', endDate: '2027-01-31' })).toEqual({ end_date: '2027-01-31', always_on: false })
  })
})

describe('filters of a list', () => {
  const columns: ColumnInfo[] = [
    { key: 'end_date', header: 'Ends', kind: 'date', filter: { kind: 'between' } },
    { key: 'click_through_rate', header: 'CTR', kind: 'percent', filter: { kind: 'between' } },
    { key: 'gate', header: 'Why', kind: 'text', filter: { kind: 'one-of', options: [] } },
    { key: 'name', header: 'Name', kind: 'text', filter: { kind: 'contains' } },
  ]
  test('have open-ended dates, percentages as ratios, and "serving" next to the other reasons', () => {
    const filters = {
      end_date: { kind: 'between', from: '2026-11-22' },
      click_through_rate: { kind: 'between', from: '1', to: '2.5' },
      gate: { kind: 'one-of', values: ['none', 'over'] },
      name: { kind: 'contains', text: 'oats' },
    } as const
    expect(listFilters({ filters }, columns)).toEqual([
      { field: 'end_date', operation: 'BETWEEN', value: ['2026-11-22', '2199-12-31'] },
      { field: 'click_through_rate', operation: 'BETWEEN', value: ['0.01', '0.025'] },
      { field: 'gate', operation: 'IN', value: ['none', 'over'] },
      { field: 'name', operation: 'ILIKE', value: 'oats' },
    ])
  })
})

describe('addresses of the lists', () => {
  test.each([
    ['Hotels', 'hotels'],
    ['Frozen Goods & More', 'frozen-goods-more'],
    ['ホテル', 'ホテル'],
    ['Create', 'entities'],
    ['Drafts', 'entities'],
    ['2026', 'entities'],
    ['!!!', 'entities'],
  ])('of %s are %s', (plural, slug) => expect(labelSlug(plural)).toBe(slug))

  test('of a draft open the builder of its advertiser, also in the console', () => {
    const draft = { campaign_draft_uuid: '00000000-0000-4000-8000-000000000002', advertiser_id: 7 }
    expect(builderPath(draft)).toBe(`create?draft=${draft.campaign_draft_uuid}&for=7`)
    for (const list of ['/clients/1/campaigns/drafts', '/clients/1/advertisers/7/campaigns/drafts']) {
      const match = matchAddress(list)
      expect(match?.tag).toBe('ad-campaigns')
      expect(match && pathForEvent('ad-campaign-create-asked', draft, match)).toBe(
        `clients/1/advertisers/7/campaigns/create?draft=${draft.campaign_draft_uuid}`,
      )
    }
  })

  test('contain filters, sorting, columns and dates of a view, but not the open row', () => {
    const query = new URLSearchParams('row=40&sort=-cost&filter.status=active&compare=none&start_date=2026-11-01&tab=x')
    expect(viewQuery(query)).toBe('compare=none&filter.status=active&sort=-cost&start_date=2026-11-01')
    expect(viewQuery(new URLSearchParams(builtInViews('2026-11-22').ending))).toBe(builtInViews('2026-11-22').ending)
  })

  test('keep the current one of several addresses of a page', () => {
    const match = matchAddress('/clients/1/campaigns-restaurants')
    expect(match?.tag).toBe('ad-campaigns')
    if (!match) return
    expect(surfaceUrl(match, '?sort=name', match.address)).toBe('/clients/1/campaigns-restaurants?sort=name')
    expect(surfaceUrl(match, '?sort=name')).toBe('/clients/1/campaigns?sort=name')
    expect(surfaceUrl(match, 'ad_groups', match.address)).toBe('/clients/1/campaigns/ad_groups')
  })
})
