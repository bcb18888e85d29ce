import { integer, object } from 'superstruct'
import { defineElement, flagProp, declareEvent, type Surface, scopeProps, type Words } from './runtime/define.ts'
import { ledgerAsked } from './runtime/navigation-events.ts'

const report = { saved_report_id: integer() }

export default defineElement({
  tag: 'ad-reporting',
  doc: 'Reports: the report builder, saved reports, and their schedules.',
  nouns: ['reports', 'saved-reports'],
  skeleton: 'list',
  minHeight: 640,
  props: {
    ...scopeProps,
    readonly: flagProp('Hide every action that saves, changes, mails or shares a report.'),
    noLedger: flagProp('Hide links to an advertiser’s ledger, for a page that has none.'),
  },
  events: {
    'ad-report-exported': declareEvent(object({ rows: integer() }), 'The user exported the rows of a report as a file.'),
    'ad-report-saved': declareEvent(object(report), 'A report was saved, or a saved report was changed.'),
    'ad-report-removed': declareEvent(object(report), 'A saved report was deleted.'),
    'ad-report-scheduled': declareEvent(object(report), 'The mail schedule of a report was changed.'),
    'ad-report-shared': declareEvent(object(report), 'A share link to a report was created; the link itself is not in the event.'),
    'ad-ledger-asked': ledgerAsked,
  },
  surface: (): Surface => import('../src/surfaces/reporting/index.tsx'),
  words: (): Words => import('words:reporting'),
})
