import { useCallback, useState } from 'react'
import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './campaign-builder.css'
import { advertiserParam, BuilderProvider, type CampaignBuilderProps } from './context.tsx'
import { routes } from './routes.ts'
import Builder from './builder/builder.tsx'

addStyles(css)

/** The advertiser of the new campaign: the host's, the host's only one, or the user's choice. */
function advertiserOf({ advertiserId, advertiserIds }: CampaignBuilderProps, selected: string | null) {
  if (advertiserId) return advertiserId
  const ids = (advertiserIds ?? '').split(/[\s,]+/).filter(Boolean)
  return ids.length === 1 ? ids[0] : (selected ?? undefined)
}

/** The user's only advertiser among those of the host, once it is known. */
function useOnlyAdvertiser({ clientId, advertiserIds }: CampaignBuilderProps) {
  const among = `${clientId} ${advertiserIds}`
  const [found, setFound] = useState<{ readonly among: string; readonly advertiserId: string }>()
  const setOnlyAdvertiser = useCallback((id: number) => setFound({ among, advertiserId: String(id) }), [among])
  return { only: found?.among === among ? found.advertiserId : null, setOnlyAdvertiser }
}

/** Creates a campaign. The draft and its step are in the query of the path. */
export default function CampaignBuilder(props: CampaignBuilderProps) {
  const { pathname, query } = usePath()
  const { only, setOnlyAdvertiser } = useOnlyAdvertiser(props)
  const advertiserId = advertiserOf(props, query.get(advertiserParam) ?? only)
  return (
    <ScopeProvider attributes={{ ...props, advertiserId }}>
      <BuilderProvider value={{ ...props, setOnlyAdvertiser }}>
        <div className="campaign-builder">{pathname === '' ? <Builder /> : <Screens routes={routes} />}</div>
      </BuilderProvider>
    </ScopeProvider>
  )
}
