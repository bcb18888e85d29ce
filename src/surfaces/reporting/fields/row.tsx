import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { lazyIdle } from '../../../ui/lazy-idle.ts'
import { Icon } from '../../../ui/icon/icon.tsx'
import { plus } from '../../../ui/table/icons.ts'
import { Tag } from '../../../ui/badge/tag.tsx'
import { PopoverButton } from '../../../ui/dialog/popover.tsx'
import { LoadingSkeleton } from '../../../ui/states.tsx'
import type { ReportState } from '../report/use-report.ts'
import { fieldName } from '../words/fields.ts'

const FieldPicker = lazyIdle(() => import('./picker.tsx'))

export type FieldKind = 'dimensions' | 'metrics'

interface FieldRowProps {
  readonly state: ReportState
  readonly kind: FieldKind
}

/** The selected dimensions or metrics as removable tags, with a picker that adds more. */
export function FieldRow({ state, kind }: FieldRowProps) {
  const { t, i18n } = useLingui()
  const { reportQuery, change, entityWord } = state
  const selected = reportQuery[kind]
  const label = kind === 'dimensions' ? t`Group by` : t`Metrics`
  const set = (next: readonly string[]) => change({ [kind]: next })
  // A report needs at least one metric.
  const isLast = kind === 'metrics' && selected.length === 1
  return (
    <fieldset className="report-field-row" aria-label={label}>
      <span className="report-field-label">{label}</span>
      <div className="report-field-chosen">
        {selected.map((id) => (
          <Tag
            key={id}
            text={fieldName(id, i18n, entityWord)}
            {...(!isLast && { onRemove: () => set(selected.filter((item) => item !== id)) })}
          />
        ))}
        <PopoverButton
          heading={kind === 'dimensions' ? t`Group the report by` : t`Report metrics`}
          className="chip dashed"
          label={
            <>
              <Icon shape={plus} />
              {kind === 'dimensions' ? <Trans>Add dimension</Trans> : <Trans>Add metric</Trans>}
            </>
          }
        >
          <Suspense fallback={<LoadingSkeleton height={240} />}>
            <FieldPicker state={state} kind={kind} onChoose={set} />
          </Suspense>
        </PopoverButton>
      </div>
    </fieldset>
  )
}
