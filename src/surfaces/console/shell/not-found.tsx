import { useLingui } from '@lingui/react/macro'
import { type ContextPart, isLost } from '../../../contract/addresses/context.rules.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { alert } from '../../../ui/icon/icons.ts'
import { Empty } from '../../../ui/states.tsx'

/** Which part of what the address names is not there; nothing where all of it is, or is still on its way. */
export function useLostPart(): ContextPart | undefined {
  const { state, code, lost, isMinimal } = useClient()
  // Of a client that may not be read its own id is all there is, and its refusal is no loss.
  return state === 'error' && isLost(code) && !isMinimal ? lost : undefined
}

/** Says which part it is, and the way on. */
export function Lost({ part }: { readonly part: ContextPart }) {
  const { t } = useLingui()
  const said = {
    memberGroup: [t`There is no such client`, t`It is gone, or not yours to see. Choose another one above.`],
    advertiserGroup: [
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
