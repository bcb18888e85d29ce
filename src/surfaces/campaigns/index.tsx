import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { ScopeProvider } from '../../parts/scope/scope.tsx'
import { addStyles } from '../../ui/theme/styles.ts'
import css from './campaigns.css'
import { CampaignsProvider, type CampaignsProps } from './context.tsx'
import { ListProvider } from './list/layout.tsx'
import { routes } from './routes.ts'
import CampaignList from './list/list.tsx'

addStyles(css)

/** Campaigns of a client or of one advertiser. The list is imported statically, because most visits start there. */
export default function Campaigns(props: CampaignsProps) {
  const { pathname } = usePath()
  return (
    <ScopeProvider attributes={props}>
      <CampaignsProvider value={props}>
        <ListProvider>
          <div className="campaigns">{pathname === '' ? <CampaignList /> : <Screens routes={routes} />}</div>
        </ListProvider>
      </CampaignsProvider>
    </ScopeProvider>
  )
}
