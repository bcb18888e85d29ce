import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { visibilities, type Visibility } from '../../../contract/saved-reports/saved-reports.ts'
import { useRejection } from '../../../parts/resource/form-rejection.ts'
import { useStoredForm } from '../../../parts/resource/stored-form.ts'
import { Form } from '../../../ui/form/form.tsx'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { Modal } from '../../../ui/dialog/modal.tsx'
import { visibilityWords } from '../words/report.ts'
import { useReportErrorText } from './invalidate.ts'

/** Name and visibility of a report. */
export interface ReportNaming {
  readonly name: string
  readonly visibility: Visibility
}

interface SaveDialogProps {
  readonly heading: ReactNode
  readonly label: string
  readonly initial: ReportNaming
  readonly note?: ReactNode
  /** Label of the submit button. */
  readonly does: ReactNode
  /** Why the visibility cannot be changed. */
  readonly fixedBecause?: string | undefined
  readonly onSave: (named: ReportNaming) => Promise<unknown>
  readonly onClose: () => void
}

const nameMost = 120
const rules = { name: [required, maxLength(nameMost)] }

/** Edits a report's name and visibility. */
export default function SaveDialog({ heading, label, note, initial, does, fixedBecause, onSave, onClose }: SaveDialogProps) {
  const { t, i18n } = useLingui()
  const reason = useReportErrorText()
  const rejection = useRejection({ field: () => undefined, all: reason })
  const form = useStoredForm({
    initial: { ...initial },
    rules,
    submit: rejection(({ name, visibility }: ReportNaming) => onSave({ name: name.trim(), visibility })),
    done: onClose,
  })
  const hints = {
    private: t`Only you see it.`,
    shared: t`Whoever reads the client’s reports sees it, each with the figures that they may see.`,
  }
  return (
    <Modal
      heading={heading}
      note={note}
      isBusy={form.isSending}
      onClose={onClose}
      answers={[
        { does: 'cancel', onPress: onClose },
        { does: 'continue', label: does, onPress: () => void form.send() },
      ]}
      footnote={<Trans>A range such as Last 30 days moves on with the days.</Trans>}
    >
      <Form form={form} label={label}>
        <TextField {...form.field('name', t`Name`)} maxLength={nameMost} />
        <RadioGroup<Visibility>
          {...form.field('visibility', t`Who sees it`)}
          disabledBecause={fixedBecause}
          choices={visibilities.map((value) => ({ value, label: i18n._(visibilityWords[value]), hint: hints[value] }))}
        />
      </Form>
    </Modal>
  )
}
