import { useLingui } from '@lingui/react/macro'
import { type ContextPart, isInaccessibleStatus } from '../../../contract/addresses/context.rules.ts'
import { useClient } from '../../../parts/scope/client.tsx'
import { alert } from '../../../ui/icon/icons.ts'
import { EmptyState } from '../../../ui/states.tsx'

/** The part of the URL's client context that does not exist; undefined while loading or if everything exists. */
export function useMissingScopePart(): ContextPart | undefined {
  const { state, status, lost, isMinimal } = useClient()
  // Without permission to read the client, only its id is known; that is not a missing client.
  return state === 'error' && isInaccessibleStatus(status) && !isMinimal ? lost : undefined
}

/** Says which part is missing. */
export function ScopeNotFound({ part }: { readonly part: ContextPart }) {
  const { t } = useLingui()
  const texts = {
    memberGroup: [t`Client not found`, t`It was removed or you don’t have access. Choose another one above.`],
    advertiserGroup: [
      t`Advertiser group not found`,
      t`It was removed, belongs to another client or you don’t have access. Choose another one above.`,
    ],
    advertiser: [t`Advertiser not found`, t`It was removed, belongs to another client or you don’t have access. Choose another one above.`],
  } as const
  const [heading, text] = texts[part]
  return <EmptyState icon={alert} heading={heading} text={text} />
}
