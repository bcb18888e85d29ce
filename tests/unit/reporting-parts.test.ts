import { is } from 'superstruct'
import { describe, expect, test } from 'vitest'
import { matchAddress } from '../../src/contract/addresses/addresses.ts'
import { ReportExport } from '../../src/contract/reports/exports.ts'
import { ReportSchedule } from '../../src/contract/saved-reports/schedules.ts'
import { reportScheduleRule } from '../../src/contract/saved-reports/schedules.rules.ts'
import { ledgerTag, pathForEvent } from '../../src/surfaces/console/surface/event-links.ts'
import { defaultReportQuery } from '../../src/surfaces/reporting/query/query.ts'
import { rowsRequest } from '../../src/surfaces/reporting/query/request.ts'
import {
  draftOfFilter,
  fromPercent,
  newDraft,
  toPercent,
  validateDraft,
  withOperation,
} from '../../src/surfaces/reporting/filters/condition-draft.ts'
import { sharedAddress } from '../../src/surfaces/reporting/saved-reports/share-dialog.tsx'
import {
  commonZone,
  defaultSchedule,
  outsideAddresses,
  toSchedule,
  toScheduleValues,
  uniqueAddresses,
  validSchedule,
} from '../../src/surfaces/reporting/schedule/values.ts'
import { timeOptions } from '../../src/surfaces/reporting/schedule/words.ts'
import { columnsOfFields, fieldsOfColumns } from '../../src/surfaces/reporting/report/columns.tsx'
import { fileName, toExportRequest } from '../../src/surfaces/reporting/report/export.ts'

describe('a new schedule', () => {
  test('has the time zone of most advertisers', () => {
    const zones = ['Europe/Berlin', 'America/New_York', 'America/New_York'].map((time_zone) => ({ time_zone }))
    expect([commonZone(zones), commonZone(zones.slice(0, 2)), commonZone([])]).toEqual(['America/New_York', 'Europe/Berlin', undefined])
  })

  test('marks valid recipients of another domain than the user', () => {
    const list = ['mika@Harborline.example', 'reader@partner.example', 'no address']
    expect(outsideAddresses(list, 'dana@harborline.example')).toEqual(['reader@partner.example'])
    expect(outsideAddresses(list, undefined)).toEqual([])
  })

  test('offers times in the notation of the locale, and keeps a time between them', () => {
    const labelOf = (locale: string, chosen = '08:00') =>
      timeOptions(chosen, locale)
        .find(({ id }) => id === chosen)
        ?.label.normalize('NFKC')
    expect([labelOf('en-US'), labelOf('de'), labelOf('de', '17:10')]).toEqual(['8:00 AM', '08:00', '17:10'])
    expect(
      timeOptions('17:10', 'de')
        .map(({ id }) => id)
        .slice(34, 37),
    ).toEqual(['17:00', '17:10', '17:30'])
  })
})

describe('a filter being edited', () => {
  test.each([
    ['0.0125', '1.25'],
    ['1', '100'],
    ['0.5', '50'],
    ['-0.002', '-0.2'],
    ['12.3456789', '1234.56789'],
    ['0', '0'],
  ])('the stored ratio %s is shown as %s percent', (share, percent) => {
    expect(toPercent(share)).toBe(percent)
    expect(fromPercent(percent)).toBe(share)
  })

  test('starts with the default operation of its field and keeps its values when the operation changes', () => {
    expect(newDraft('campaign_name')).toEqual({ field: 'campaign_name', operation: 'ILIKE', texts: [''] })
    const draft = { ...newDraft('cost'), texts: ['5'] }
    expect(withOperation(draft, 'BETWEEN').texts).toEqual(['5', ''])
    expect(withOperation(withOperation(draft, 'BETWEEN'), '=').texts).toEqual(['5'])
  })

  test('validates to a filter or returns the fault', () => {
    expect(validateDraft({ field: 'click_through_rate', operation: '>', texts: ['1.5'] })).toEqual({
      filter: { field: 'click_through_rate', operation: '>', value: '0.015' },
    })
    expect(validateDraft({ field: 'campaign_id', operation: 'IN', texts: [' 4', '', '5 '] })).toEqual({
      filter: { field: 'campaign_id', operation: 'IN', value: [4, 5] },
    })
    expect(validateDraft({ field: 'cost', operation: 'BETWEEN', texts: ['5', ''] })).toEqual({ fault: { code: 'required' } })
    expect(validateDraft({ field: 'cost', operation: 'BETWEEN', texts: ['5', '4'] })).toEqual({ fault: { code: 'backwards' } })
    expect(validateDraft({ field: 'cost', operation: 'IS NULL', texts: [''] })).toEqual({ filter: { field: 'cost', operation: 'IS NULL' } })
  })

  test('finds a text with a % anywhere, and shows it as it was entered', () => {
    for (const [text, value] of [
      ['100%', '%100%%'],
      ['%', '%%%'],
      ['50 % off', '50 % off'],
    ] as const) {
      const filter = { field: 'campaign_name', operation: 'ILIKE', value } as const
      expect(validateDraft({ field: 'campaign_name', operation: 'ILIKE', texts: [text] })).toEqual({ filter })
      expect(draftOfFilter(filter).texts).toEqual([text])
    }
    expect(draftOfFilter({ field: 'campaign_name', operation: 'ILIKE', value: 'er%' }).texts).toEqual(['er%'])
  })

  test('starts with the values of the filter being edited', () => {
    expect(draftOfFilter({ field: 'click_through_rate', operation: 'BETWEEN', value: ['0.01', '0.02'] }).texts).toEqual(['1', '2'])
    expect(draftOfFilter({ field: 'channel', operation: 'IN', value: ['media'] }).texts).toEqual(['media'])
  })
})

describe('the schedule form', () => {
  const defaults = defaultSchedule('Europe/Berlin', ['reader@shop.example'])
  test('sends only the day field that its frequency needs', () => {
    for (const frequency of ['daily', 'weekly', 'monthly'] as const) {
      const schedule = toSchedule({ ...defaults, frequency })
      expect([is(schedule, ReportSchedule), reportScheduleRule(schedule)]).toEqual([true, true])
      expect(Object.keys(schedule).filter((key) => key.endsWith('day'))).toEqual(
        { daily: [], weekly: ['weekday'], monthly: ['month_day'] }[frequency],
      )
      expect(toSchedule(toScheduleValues(schedule))).toEqual(schedule)
    }
  })

  test('has no next run while its time or time zone is invalid', () => {
    expect(validSchedule(defaults)).toBeDefined()
    expect([validSchedule({ ...defaults, time: '24:00' }), validSchedule({ ...defaults, time_zone: '+02:00' })]).toEqual([
      undefined,
      undefined,
    ])
  })

  test('removes duplicate addresses, ignoring case', () => {
    expect(uniqueAddresses(['a@x.example', 'A@x.example', 'b@x.example'])).toEqual(['a@x.example', 'b@x.example'])
  })
})

describe('a report export', () => {
  const reportRequest = rowsRequest({ ...defaultReportQuery(), metrics: ['cost', 'clicks'] }, { clientId: 1, today: '2026-11-21' })
  const columns = [
    { key: 'advertiser_name', header: 'Advertiser', kind: 'text' as const, value: () => null },
    { key: 'cost', header: 'Spend', unit: 'USD', kind: 'money' as const, value: () => null },
    { key: 'cost.before', header: 'Spend, USD, previous', kind: 'money' as const, isOptional: true, value: () => null },
    { key: 'clicks', header: 'Clicks', kind: 'number' as const, value: () => null },
  ]
  const input = {
    title: 'A/B: all?',
    nameOf: (id: string) => id,
    changeLabelOf: (name: string) => `${name}, change`,
    locale: 'de',
    request: reportRequest,
    file: { columns: columns.slice(0, 2), allColumns: columns, query: { sort: [{ key: 'cost', order: 'desc' as const }], filters: {} } },
  }

  test('contains the visible columns in the visible order, each metric followed by its previous value and in a workbook its change', () => {
    const request = toExportRequest(input, 'xlsx')
    expect(is(request, ReportExport)).toBe(true)
    expect(request).toMatchObject({
      locale: 'de',
      sort: [{ field: 'cost', order: 'desc' }],
      columns: [
        { id: 'advertiser_name', label: 'Advertiser' },
        { id: 'cost', label: 'Spend, USD' },
        { id: 'cost', label: 'Spend, USD, previous', is_before: true },
        { id: 'cost', label: 'cost, change', is_change: true },
      ],
    })
    expect(toExportRequest(input, 'csv').columns.filter(({ is_change }) => is_change)).toEqual([])
    expect(fileName(input, 'csv')).toBe('A B all 2026-10-22 2026-11-20.csv')
  })
})

describe('report columns', () => {
  const column = { header: '', kind: 'number' as const, value: () => null }
  const keys = ['advertiser_name', 'device', 'cost', 'cost.before', 'clicks', 'clicks.before']
  const columns = keys.map((key) => ({ ...column, key, isOptional: key.endsWith('.before') }))
  const defaultPreferences = columns.map(({ key, isOptional }) => ({ key, isShown: !isOptional }))

  test('follow the report’s fields; stored preferences apply only to comparison columns and widths', () => {
    const remembered = [
      { key: 'clicks', isShown: false, width: 90 },
      { key: 'cost.before', isShown: true },
      { key: 'units', isShown: true },
    ]
    const shown = columnsOfFields(columns, remembered)
    expect(shown.map(({ key }) => key)).toEqual(keys)
    expect(shown.flatMap(({ key, isShown }) => (isShown ? key : []))).toEqual([
      'advertiser_name',
      'device',
      'cost',
      'cost.before',
      'clicks',
    ])
    expect(shown.find(({ key }) => key === 'clicks')?.width).toBe(90)
  })

  test('hiding or moving a column changes the report’s fields', () => {
    const hidden = defaultPreferences.map((choice) => (choice.key === 'device' ? { ...choice, isShown: false } : choice))
    expect(fieldsOfColumns(hidden)).toEqual({ dimensions: ['advertiser_name'], metrics: ['cost', 'clicks'] })
    const moved = [...defaultPreferences.filter(({ key }) => key !== 'clicks').toSpliced(1, 0, { key: 'clicks', isShown: true })]
    expect(fieldsOfColumns(moved)).toEqual({ dimensions: ['advertiser_name', 'device'], metrics: ['clicks', 'cost'] })
  })
})

describe('links from and to reports', () => {
  test('a shared link uses the host’s link-base if it has one, else the platform’s address', () => {
    const share = { report_share_id: 1, token: 'abc', path: '/clients/1/saved_reports/3?share=abc', expires_at: '2026-12-21T10:00:00Z' }
    const api = 'https://ads.example'
    const here = 'https://shop.example/reports'
    expect(sharedAddress({ linkBase: '/ours' }, share, api, here)).toBe('https://shop.example/ours/saved_reports/3?share=abc')
    expect(sharedAddress({ linkBase: '' }, share, api, here)).toBe('https://ads.example/clients/1/saved_reports/3?share=abc')
  })

  test('ad-ledger-asked opens the ledger of the advertiser on these days, and ad-funds-asked the panel to add funds', () => {
    const match = matchAddress('/clients/1/reporting')
    const detail = { advertiser_id: 7, start_date: '2026-11-01', end_date: '2026-11-14' }
    expect(match && pathForEvent('ad-ledger-asked', detail, match)).toBe('clients/1/advertisers/7/funds?filter.day=2026-11-01..2026-11-14')
    expect(match && pathForEvent('ad-ledger-asked', { ...detail, campaign_id: 42 }, match)).toBe(
      'clients/1/advertisers/7/funds?filter.campaign_id=42..42&filter.day=2026-11-01..2026-11-14',
    )
    expect(match && pathForEvent('ad-ledger-asked', { advertiser_id: 7 }, match)).toBeUndefined()
    expect(match && pathForEvent('ad-funds-asked', { advertiser_id: 7 }, match)).toBe('clients/1/advertisers/7/funds?add=1')
    const funds = { advertiser_id: 7, amount: '12.345678' }
    expect(match && pathForEvent('ad-funds-asked', funds, match)).toBe('clients/1/advertisers/7/funds?add=1&amount=12.345678')
    const limit = { advertiser_id: 7, path: 'spend-limits' }
    expect(match && pathForEvent('ad-funds-asked', limit, match)).toBe('clients/1/advertisers/7/funds/spend-limits')
    expect(match && pathForEvent('ad-funds-asked', { ...limit, path: 'nowhere' }, match)).toBeUndefined()
    const invoice = { advertiser_id: 7, path: 'invoices/5' }
    expect(match && pathForEvent('ad-funds-asked', invoice, match)).toBe('clients/1/advertisers/7/funds/invoices/5')
    // An element of a newer version may send more.
    expect(match && pathForEvent('ad-funds-asked', { ...limit, reason: 'new' }, match)).toBe('clients/1/advertisers/7/funds/spend-limits')
    // The console hides links to the ledger when this tag is not built or switched off.
    expect(ledgerTag).toBe('ad-funds')
  })

  test('ad-report-asked opens the report behind the numbers of a campaign', () => {
    const days = { start_date: '2026-11-01', end_date: '2026-11-14' }
    const client = matchAddress('/clients/1/campaigns')
    const advertiser = matchAddress('/clients/1/advertisers/7/campaigns/9')
    const queryString = 'start_date=2026-11-01&end_date=2026-11-14&compare=none'
    expect(client && pathForEvent('ad-report-asked', days, client)).toBe(
      `clients/1/reporting?context=campaign&dimensions=campaign_name&${queryString}`,
    )
    expect(advertiser && pathForEvent('ad-report-asked', { ...days, campaign_id: 9, advertiser_id: 7 }, advertiser)).toBe(
      `clients/1/advertisers/7/reporting?context=ad_group&dimensions=ad_group_name&filters=campaign_id%3Ais%3A9&${queryString}`,
    )
    expect(client && pathForEvent('ad-report-asked', { ...days, currency_code: 'EUR' }, client)).toBe(
      `clients/1/reporting?context=campaign&dimensions=campaign_name&${queryString}&currency=EUR`,
    )
    expect(client && pathForEvent('ad-report-asked', { start_date: '2026-11-01' }, client)).toBeUndefined()
  })

  test('of saved reports belong to a client or one of its advertisers', () => {
    for (const base of ['/clients/1', '/clients/1/advertisers/7'])
      for (const path of ['reporting', 'saved_reports', 'saved_reports/3', 'saved_report/3/schedule'])
        expect(matchAddress(`${base}/${path}`)).toMatchObject({ tag: 'ad-reporting', path })
  })
})
