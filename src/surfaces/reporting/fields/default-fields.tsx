import { Trans, useLingui } from '@lingui/react/macro'
import { defaultReportFields } from '../../../contract/reports/fields.ts'
import { userSettings } from '../../../contract/users/settings.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useScope } from '../../../parts/scope/scope.tsx'
import { Button } from '../../../ui/button.tsx'
import type { ReportState } from '../report/use-report.ts'
import { contextWords } from '../words.ts'
import { type Fields, useFieldsPath, useOwnFields } from './own-fields.ts'

const textOf = ({ dimensions, metrics }: Fields) => [...dimensions, '', ...metrics].join()

/** Sets the current fields as this user's default for new reports, or restores the product default. */
export function DefaultFields({ state: { reportQuery } }: { readonly state: ReportState }) {
  const { t, i18n } = useLingui()
  const { mutate, showError } = useMutate()
  const { context, dimensions, metrics, drill } = reportQuery
  const isOfOne = useScope().advertiserId !== undefined
  const path = useFieldsPath()(context)
  const { own } = useOwnFields(context)
  // Hidden in drilled rows: their dimensions are no sensible default.
  if (!path || drill.length > 0) return null
  const about = i18n._(contextWords[context])
  const isBegun = textOf(own ?? defaultReportFields(context, isOfOne)) === textOf(reportQuery)
  const save = (ids: readonly string[]) => {
    const body = { value: { columns: ids.map((key) => ({ key, is_shown: true })) } }
    return mutate(userSettings.change, { path, body }, { stale: [userSettings.one] }).catch(showError(t`Couldn’t save your default fields`))
  }
  return (
    <div className="field-beginning">
      <p className="quiet" role="status">
        {isBegun ? (
          <Trans>New reports on “{about}” start with the current fields.</Trans>
        ) : (
          <Trans>New reports on “{about}” start with your saved default fields.</Trans>
        )}
      </p>
      {!isBegun && (
        <Button onPress={() => void save([...dimensions, ...metrics])}>
          <Trans>Save as default fields</Trans>
        </Button>
      )}
      {own && (
        <Button kind="plain" onPress={() => void save([])}>
          <Trans>Reset default fields</Trans>
        </Button>
      )}
    </div>
  )
}
