import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { Whose } from '../../parts/scope/scope.tsx'
import { wear } from '../../ui/theme/styles.ts'
import css from './campaign-builder.css'
import { advertiserWord, BuilderProvider, type CampaignBuilderProps } from './context.tsx'
import { routes } from './routes.ts'
import Builder from './builder/builder.tsx'

wear(css)

/** The one advertiser: the host's word, the only one of those that it names, or the one that the person has chosen. */
function advertiserOf({ advertiserId, advertiserIds }: CampaignBuilderProps, chosen: string | null) {
  if (advertiserId) return advertiserId
  const named = (advertiserIds ?? '').split(/[\s,]+/).filter(Boolean)
  return named.length === 1 ? named[0] : (chosen ?? undefined)
}

/** The way to a new campaign. The draft and its step are in the path's query. */
export default function CampaignBuilder(props: CampaignBuilderProps) {
  const { pathname, query } = usePath()
  const advertiserId = advertiserOf(props, query.get(advertiserWord))
  return (
    <Whose asked={{ ...props, advertiserId }}>
      <BuilderProvider value={props}>
        <div className="campaign-builder">{pathname === '' ? <Builder /> : <Screens routes={routes} />}</div>
      </BuilderProvider>
    </Whose>
  )
}
