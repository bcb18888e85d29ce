import { Trans } from '@lingui/react/macro'
import { useClient, useLabel } from '../../../parts/scope/client.tsx'
import type { ScreenParams } from '../../../parts/navigation/screens.tsx'
import { Empty, Loading } from '../../../ui/states.tsx'
import { EntityList } from './list.tsx'
import { labelSlug } from './label-slug.ts'

/** What the client lets be advertised, by its own word for it. */
export default function Entities({ params }: { readonly params: ScreenParams }) {
  const { state } = useClient()
  const { plural } = useLabel()
  const said = params.entityLabel ?? ''
  if (state === 'idle' || state.startsWith('pending')) return <Loading height={320} />
  if (said !== labelSlug(plural) && said !== 'entities')
    return <Empty heading={<Trans>There is no such page</Trans>} text={<Trans>The address may have a letter too many.</Trans>} />
  return <EntityList />
}
