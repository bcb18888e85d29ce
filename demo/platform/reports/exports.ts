import { defaultLocale } from '../../../src/contract/locales.ts'
import type { ReportExport, reportExports } from '../../../src/contract/reports/exports.ts'
import { reportWordsIn } from '../files/report-words.ts'
import type { Handlers } from '../http/implement.ts'
import { refuseField } from '../context/refusal.ts'
import { reportFile } from './file.ts'
import { requireFieldsOfContext } from './request-checks.ts'
import { resolveReportScope } from './scope.ts'
import { entityWordOf } from './headings.ts'

function requireColumnsOfReport({ columns, dimensions, metrics, compare = 'none' }: ReportExport) {
  const fieldIds: readonly string[] = [...dimensions, ...metrics]
  columns.forEach(({ id, is_before = false, is_change = false }, index) => {
    if (!fieldIds.includes(id)) throw refuseField(`columns.${index}.id`, 'This field is not part of the report')
    const isCompared = compare !== 'none' && !(dimensions as readonly string[]).includes(id) // a column may name a metric
    if (is_before && !isCompared) throw refuseField(`columns.${index}.is_before`, 'The report has no comparison period')
    if (is_change && !isCompared) throw refuseField(`columns.${index}.is_change`, 'The report has no comparison period')
    if (is_before && is_change) throw refuseField(`columns.${index}.is_change`, 'A column has either the previous value or the change')
  })
}

export const reportExportHandlers: Handlers<typeof reportExports> = {
  file: async ({ body }, context) => {
    const {
      title,
      columns,
      format,
      has_notes: hasAboutLines,
      locale = context.caller.person?.locale.code ?? defaultLocale,
      ...request
    } = body
    requireFieldsOfContext(request)
    requireColumnsOfReport(body)
    const reportScope = await resolveReportScope(request, context)
    const reader = { words: reportWordsIn(locale), entityWord: await entityWordOf(context.database, body.member_group_id) }
    const file = { title, request, columns, format, hasAboutLines }
    const { total, contentType, pieces, end } = await reportFile(context.database, reportScope, file, reader)
    const name = `${title} ${reportScope.days.start_date} ${reportScope.days.end_date}.${format}`
    context.sendFile({ name, contentType, pieces, end, headers: { 'X-Total-Rows': String(total) } })
  },
}
