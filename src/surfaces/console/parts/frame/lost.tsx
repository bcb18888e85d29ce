import { useLingui } from '@lingui/react/macro'
import { contextOf, isLost } from '../../../../contract/context.rules.ts'
import { useGuest } from '../../../../kit/guest.tsx'
import { useClient } from '../../../../parts/client.tsx'
import { alert } from '../../../../ui/icons.ts'
import { Empty } from '../../../../ui/states.tsx'

type Part = 'client' | 'advertiser group' | 'advertiser'

/** Which part of what the address names is not there; nothing where all of it is, or is still on its way. */
export function useLostPart(): Part | undefined {
  const { path } = useGuest()
  const { state, code, isMinimal, memberGroup, advertiserGroup } = useClient()
  if (state !== 'error' || !isLost(code)) return undefined
  if (!memberGroup) return 'client'
  // Of a client that may not be read its own id is all there is, and its refusal is no loss.
  if (isMinimal) return undefined
  return contextOf(`/${path}`).advertiserGroupId !== undefined && !advertiserGroup ? 'advertiser group' : 'advertiser'
}

/** Says which part it is, and the way on. */
export function Lost({ part }: { readonly part: Part }) {
  const { t } = useLingui()
  const said = {
    client: [t`There is no such client`, t`It is gone, or not yours to see. Choose another one above.`],
    'advertiser group': [
      t`There is no such advertiser group`,
      t`It is gone, belongs to another client, or is not yours to see. Choose another one above.`,
    ],
    advertiser: [
      t`There is no such advertiser`,
      t`It is gone, belongs to another client, or is not yours to see. Choose another one above.`,
    ],
  } as const
  const [heading, text] = said[part]
  return <Empty icon={alert} heading={heading} text={text} />
}
