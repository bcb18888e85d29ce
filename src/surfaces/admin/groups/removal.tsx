import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AdvertiserGroup, advertiserGroups } from '../../../contract/advertisers/groups.ts'
import { advertisers } from '../../../contract/advertisers/advertisers.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { useAdmin } from '../context.tsx'
import { refusalTexts } from './words.ts'

/** Deletes a group after a question. Its advertisers stay. Render `question`. */
export function useGroupRemoval() {
  const { t, i18n } = useLingui()
  const { emit } = useAdmin()
  const { mutate, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const remove = async ({ id, member_group_id: memberGroupId, name, advertisers: count }: AdvertiserGroup, done?: () => void) => {
    const isSure = await confirm({
      heading: t`Delete ${name}?`,
      text: t`${plural(count, {
        0: 'The group has no advertisers.',
        one: '# advertiser stays, without a group.',
        other: '# advertisers stay, without a group.',
      })}`,
      does: 'delete',
      label: <Trans>Delete group</Trans>,
    })
    if (!isSure) return
    await mutate(
      advertiserGroups.remove,
      { path: { memberGroupId, advertiserGroupId: id } },
      {
        // Only lists: the group may still be on screen, and reading it again would fail.
        stale: [advertiserGroups.list, advertiserGroups.report, advertisers.report, advertisers.list],
        event: () => emit('ad-advertiser-group-removed', { advertiser_group_id: id }),
        title: t`Group deleted`,
        text: name,
      },
    ).then(done, showError(t`The group was not deleted`, refusalTexts(i18n).all))
  }
  return { remove, question }
}
