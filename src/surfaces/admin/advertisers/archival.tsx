import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { type AdvertiserRow, advertisers } from '../../../contract/advertisers/advertisers.ts'
import { manyAdvertisers } from '../../../contract/advertisers/many.ts'
import { useMutate } from '../../../kit/mutate.ts'
import { useRuntime } from '../../../kit/runtime.tsx'
import type { UndoResult } from '../../../kit/undo.ts'
import { useConfirm } from '../../../ui/dialog/confirm.tsx'
import { adminData, useAdmin } from '../context.tsx'
import { refusalTexts } from './words.ts'

type Archived = Pick<AdvertiserRow, 'advertiser_id' | 'member_group_id' | 'name'>

/** Archives advertisers after a question, and takes them back. Render `question`. */
export function useArchival() {
  const { t, i18n } = useLingui()
  const { send } = useRuntime()
  const { emit } = useAdmin()
  const { mutate, run, showError } = useMutate()
  const { confirm, question } = useConfirm()
  const pathOf = ({ member_group_id: memberGroupId, advertiser_id: archivedAdvertiserId }: Archived) => ({
    memberGroupId,
    archivedAdvertiserId,
  })
  const changed = (advertiser_id: number) => emit('ad-advertiser-changed', { advertiser_id })
  const archive = async (advertiser: Pick<AdvertiserRow, 'active_campaigns'> & Archived, done?: () => void) => {
    const { advertiser_id, member_group_id: memberGroupId, name, active_campaigns: count } = advertiser
    const isSure = await confirm({
      heading: t`Archive ${name}?`,
      text: (
        <>
          {count > 0 && t`${plural(count, { one: '# active campaign stops serving.', other: '# active campaigns stop serving.' })} `}
          <Trans>The advertiser leaves all lists, and its spend limit is removed. Its statistics stay, and you can take it back.</Trans>
        </>
      ),
      does: 'delete',
      label: <Trans>Archive advertiser</Trans>,
    })
    if (!isSure) return
    const undo = async (): Promise<UndoResult> => {
      await run(() => send(manyAdvertisers.restore, { path: pathOf(advertiser) }), {
        stale: adminData,
        event: () => changed(advertiser_id),
      })
      return 'undone'
    }
    await mutate(
      advertisers.remove,
      { path: { memberGroupId, advertiserId: advertiser_id } },
      {
        stale: [advertisers.report, manyAdvertisers.archivedReport, advertisers.list, advertisers.mine],
        event: () => emit('ad-advertiser-archived', { advertiser_id }),
        title: t`Advertiser archived`,
        text: name,
        undo: () => undo,
      },
    ).then(done, showError(t`The advertiser was not archived`, refusalTexts(i18n).all))
  }
  const restore = async (advertiser: Archived) => {
    const { name } = advertiser
    await mutate(
      manyAdvertisers.restore,
      { path: pathOf(advertiser) },
      {
        stale: adminData,
        event: () => changed(advertiser.advertiser_id),
        title: t`Advertiser taken back`,
        text: t`${name} is inactive. Activate it so that its campaigns can serve.`,
      },
    ).catch(showError(t`The advertiser was not taken back`, refusalTexts(i18n).all))
  }
  return { archive, restore, question }
}
