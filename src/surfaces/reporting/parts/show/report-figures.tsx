import { Trans, useLingui } from '@lingui/react/macro'
import { metricOf } from '../../../../contract/metrics.ts'
import { reportTrends, type Total } from '../../../../contract/report-trends.ts'
import { useRead } from '../../../../kit/cache.tsx'
import { problemText } from '../../../../kit/problem.ts'
import { metricText } from '../../../../parts/metric-format.ts'
import { Figures } from '../../../../ui/figures.tsx'
import { Callout } from '../../../../ui/mark/callout.tsx'
import { Broken, Refused } from '../../../../ui/states.tsx'
import { wholeQuestion } from '../ask/question.ts'
import { fieldExplanation, fieldName } from '../words/field-words.ts'
import type { ReportState } from './use-report.ts'

/** How many figures stand side by side. */
const shownMost = 6

function Shown({ total }: { readonly total: Total }) {
  const { i18n } = useLingui()
  const { locale } = i18n
  const items = total.kpis.flatMap(({ metric: id, total: value, percentage }) => {
    const metric = metricOf(id)
    if (!metric) return []
    const [label, explanation] = [fieldName(id, i18n), fieldExplanation(id, i18n)]
    return { id, label, explanation, value: metricText(metric, value, total, locale), change: total.before ? percentage : undefined }
  })
  return <Figures items={items} locale={locale} />
}

/** What all of the report comes to, against the compared days. */
export function ReportFigures({ state: { asked, by } }: { readonly state: ReportState }) {
  const { t, i18n } = useLingui()
  const body = wholeQuestion(asked, by, asked.metrics.slice(0, shownMost))
  const total = useRead(reportTrends.total, body ? { body } : null, { keepPreviousData: true })
  if (!body)
    return (
      <Callout kind="info" heading={t`Only rows are shown`}>
        <Trans>A condition on a figure leaves rows out, so there is no sum and no chart of the rest.</Trans>
      </Callout>
    )
  if (total.error?.kind === 'refused') return <Refused />
  if (total.error)
    return (
      <Broken
        heading={<Trans>The sums did not arrive</Trans>}
        reason={problemText(total.error, i18n)}
        requestId={total.error.requestId}
        onRetry={() => void total.mutate()}
      />
    )
  if (!total.data)
    return (
      <div className="report-bones" aria-hidden="true">
        {asked.metrics.slice(0, shownMost).map((id) => (
          <div key={id} className="bone" />
        ))}
      </div>
    )
  return (
    <div aria-busy={total.isValidating}>
      <Shown total={total.data} />
    </div>
  )
}
