import { integer, object, string } from 'superstruct'
import { defineElement, flag, signal, type Surface, whoseProps, type Words } from './runtime/define.ts'

const report = { saved_report_id: integer() }

export default defineElement({
  tag: 'ad-reporting',
  doc: 'Reports: one that is put together by the person, those that are kept, and when they are mailed.',
  nouns: ['reports', 'saved-reports'],
  skeleton: 'list',
  minHeight: 640,
  props: {
    ...whoseProps,
    readonly: flag('Hide every action that keeps, changes, mails or shares a report.'),
    noLedger: flag('Hide the ways to the ledger of an advertiser, where the page has no place for it.'),
  },
  events: {
    'ad-report-exported': signal(object({ rows: integer() }), 'The person saved the rows of a report as a file.'),
    'ad-report-saved': signal(object(report), 'A report was kept, or one that is kept was changed.'),
    'ad-report-removed': signal(object(report), 'A report that was kept was removed.'),
    'ad-report-scheduled': signal(object(report), 'It was said when a report is mailed.'),
    'ad-report-shared': signal(object(report), 'A link to a report was made; the link itself is not in the event.'),
    'ad-ledger-asked': signal(
      object({ advertiser_id: integer(), start_date: string(), end_date: string() }),
      'The person wants to see the clicks of some days in the ledger of an advertiser; cancel it to take them there yourself.',
      { cancelable: true },
    ),
  },
  surface: (): Surface => import('../src/surfaces/reporting/index.tsx'),
  words: (): Words => import('words:reporting'),
})
