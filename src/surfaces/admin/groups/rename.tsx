import { Trans, useLingui } from '@lingui/react/macro'
import { type AdvertiserGroup, advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { maxLength, required } from '../../../contract/fields/fields.rules.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { ResourceFormDialog, type Save } from '../../../parts/resource/form.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { refusalTexts } from './words.ts'

export type GroupValues = { readonly name: string }

export const groupRules = { name: [required, maxLength(120)] }

interface RenameDialogProps {
  readonly group: AdvertiserGroup
  readonly onClose: () => void
}

/** Renames a group. */
export default function RenameDialog({ group, onClose }: RenameDialogProps) {
  const { t, i18n } = useLingui()
  const { emit } = useAdmin()
  const { mutate } = useMutate()
  const { id: advertiserGroupId, member_group_id: memberGroupId } = group
  const save = (body: GroupValues, { version }: Save<GroupValues>) =>
    mutate(
      advertiserGroups.change,
      { path: { memberGroupId, advertiserGroupId }, body },
      {
        version,
        stale: adminData,
        event: () => emit('ad-advertiser-group-changed', { advertiser_group_id: advertiserGroupId }),
        title: t`Group renamed`,
        text: body.name,
      },
    )
  return (
    <ResourceFormDialog<GroupValues>
      name={`advertiser group ${advertiserGroupId}`}
      heading={<Trans>Rename group</Trans>}
      label={t`Advertiser group`}
      initial={{ name: group.name }}
      version={group.version}
      rules={groupRules}
      save={save}
      texts={refusalTexts(i18n)}
      submit={<Trans>Rename group</Trans>}
      onClose={onClose}
    >
      {(form) => <TextField {...form.field('name', t`Name`)} isRequired maxLength={120} />}
    </ResourceFormDialog>
  )
}
