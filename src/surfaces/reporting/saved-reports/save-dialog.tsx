import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { visibilities, type Visibility } from '../../../contract/saved-reports/saved-reports.ts'
import { ResourceFormDialog } from '../../../parts/resource/form.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { visibilityWords } from '../words.ts'

/** Name and visibility of a report. */
export type ReportNaming = {
  readonly name: string
  readonly visibility: Visibility
}

interface SaveDialogProps {
  readonly heading: ReactNode
  readonly label: string
  readonly initial: ReportNaming
  readonly note?: ReactNode
  readonly submitLabel: ReactNode
  /** Why the visibility cannot be changed. */
  readonly fixedBecause?: string | undefined
  readonly onSave: (naming: ReportNaming) => Promise<unknown>
  readonly onClose: () => void
}

const nameMost = 120
const rules = { name: [required, maxLength(nameMost)] }

/** Edits a report's name and visibility. */
export default function SaveDialog({ heading, label, note, initial, submitLabel, fixedBecause, onSave, onClose }: SaveDialogProps) {
  const { t, i18n } = useLingui()
  const hints = {
    private: t`Only you can see it.`,
    shared: t`Everyone with access to this client’s reports. Each person sees only their own data.`,
  }
  return (
    <ResourceFormDialog<ReportNaming>
      name="report name"
      heading={heading}
      note={note}
      footnote={<Trans>Relative ranges such as Last 30 days always show the latest days.</Trans>}
      label={label}
      initial={initial}
      rules={rules}
      save={({ name, visibility }) => onSave({ name: name.trim(), visibility })}
      submit={submitLabel}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField {...form.field('name', t`Name`)} maxLength={nameMost} />
          <RadioGroup<Visibility>
            {...form.field('visibility', t`Visibility`)}
            disabledBecause={fixedBecause}
            choices={visibilities.map((value) => ({ value, label: i18n._(visibilityWords[value]), hint: hints[value] }))}
          />
        </>
      )}
    </ResourceFormDialog>
  )
}
