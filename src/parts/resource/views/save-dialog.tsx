import { Trans, useLingui } from '@lingui/react/macro'
import { maxSavedViews } from '../../../contract/users/settings.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { ResourceFormDialog } from '../form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

interface SaveViewProps {
  readonly taken: readonly string[]
  readonly onSave: (name: string) => Promise<void>
  readonly onClose: () => void
}

type Values = { name: string }

const nameMost = 60
const rules = { name: [required, maxLength(nameMost)] }

/** Asks for the name of a new view. */
export default function SaveView({ taken, onSave, onClose }: SaveViewProps) {
  const { t } = useLingui()
  const isTaken = ({ name }: Values) => taken.includes(name.trim())
  const full = (values: Values) =>
    taken.length >= maxSavedViews && !isTaken(values)
      ? t`You have ${maxSavedViews} views, the maximum. Delete one or reuse a name`
      : undefined
  return (
    <ResourceFormDialog<Values>
      name="save view"
      heading={<Trans>Save view</Trans>}
      note={<Trans>Saves filters, sorting, columns and dates. Only you can see it.</Trans>}
      label={t`Save view`}
      initial={{ name: '' }}
      rules={rules}
      save={({ name }) => onSave(name.trim())}
      submit={<Trans>Save view</Trans>}
      disabledBecause={({ values }) => full(values)}
      onClose={onClose}
    >
      {(form) => (
        <TextField
          {...form.field('name', t`Name`)}
          maxLength={nameMost}
          help={isTaken(form.values) ? t`Replaces the existing view with this name` : full(form.values)}
        />
      )}
    </ResourceFormDialog>
  )
}
