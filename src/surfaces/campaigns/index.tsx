import { usePath } from '../../kit/path.ts'
import { Screens } from '../../parts/navigation/screens.tsx'
import { Whose } from '../../parts/scope/scope.tsx'
import { wear } from '../../ui/theme/styles.ts'
import css from './campaigns.css'
import { type CampaignsProps, CampaignsProvider } from './context.tsx'
import { ListGround } from './list/provider.tsx'
import { routes } from './routes.ts'
import CampaignList from './list/list.tsx'

wear(css)

/** Campaigns of a client or of one advertiser. The list is imported statically, because most visits start there. */
export default function Campaigns(props: CampaignsProps) {
  const { pathname } = usePath()
  return (
    <Whose asked={props}>
      <CampaignsProvider value={props}>
        <ListGround>
          <div className="campaigns">{pathname === '' ? <CampaignList /> : <Screens routes={routes} />}</div>
        </ListGround>
      </CampaignsProvider>
    </Whose>
  )
}
