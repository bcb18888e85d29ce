import { Registrations } from '../registrations/registrations.tsx'

/** What an advertiser offers, registered by lists of its client's own numbers. */
export default Registrations
