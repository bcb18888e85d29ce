/** What one client of the demonstration is like. */
export interface SeedClient {
  readonly name: string
  readonly host: string
  readonly label: readonly [singular: string, plural: string]
  readonly currencies: readonly [string, ...string[]]
  readonly zones: readonly [string, ...string[]]
  readonly primary: string
  readonly groups: readonly string[]
  readonly advertisers: readonly string[]
  readonly entitiesEach: number
  readonly first: readonly [string, ...string[]]
  readonly second: readonly [string, ...string[]]
  readonly categories: readonly [string, ...string[]]
  readonly themes: readonly [string, ...string[]]
  /** How each weekday sells, Monday first. */
  readonly week: readonly number[]
  /** How each month sells, January first. */
  readonly year: readonly number[]
  /** Days on which something broke, and how much was left. */
  readonly dip: { readonly from: number; readonly days: number; readonly left: number }
  readonly costPerClick: number
  readonly basket: number
}

/** Three clients, each with a voice of its own. */
export const clients: readonly SeedClient[] = [
  {
    name: 'Harborline Stays',
    host: 'ads-console.harborline.example',
    label: ['Hotel', 'Hotels'],
    currencies: ['USD', 'EUR'],
    zones: ['America/Los_Angeles', 'America/New_York', 'Europe/Berlin'],
    primary: '#3450d6',
    groups: ['Independents', 'Seabright Group', 'Palisade Resorts'],
    advertisers: [
      'Fernhill Houses',
      'Seabright Hotels',
      'Palisade Resorts',
      'Northquay Lodges',
      'Lakehouse Collection',
      'Old Mill Rooms',
      'Hotel Marlow',
      'Tern Island',
      'Granary Yard',
      'Quayside 12',
      'Saltworks',
      'Cedar Court',
      'Pier Nine',
      'Union Rooms',
      'The Lantern',
      'Rookery',
      'Dune and Sea',
      'Hotel Ostra',
      'Anchor and Rope',
      'Bay Street 40',
    ],
    entitiesEach: 180,
    first: ['Harbor', 'Garden', 'Lake', 'Hill', 'River', 'Old Town', 'Station', 'Orchard'],
    second: ['House', 'Suites', 'Inn', 'Lodge', 'Rooms', 'Retreat'],
    categories: ['City', 'Coast', 'Mountains', 'Countryside'],
    themes: ['Autumn weekends', 'Brand terms', 'Weeknight rates', 'Last-minute stays', 'Summer by the sea', 'Family rooms'],
    week: [0.92, 0.9, 0.93, 1, 1.15, 1.16, 0.98],
    year: [0.8, 0.82, 0.9, 0.95, 1.05, 1.2, 1.3, 1.28, 1.1, 1, 0.88, 0.95],
    dip: { from: 96, days: 3, left: 0.3 },
    costPerClick: 0.86,
    basket: 310,
  },
  {
    name: 'Greenbasket',
    host: 'ads-console.greenbasket.example',
    label: ['Product', 'Products'],
    currencies: ['USD', 'CAD', 'JPY'],
    zones: ['America/New_York', 'America/Toronto', 'Asia/Tokyo'],
    primary: '#17694e',
    groups: ['Pantry', 'Fresh'],
    advertisers: [
      'Oatfield Mills',
      'Kinoko Foods',
      'Maple Ridge Dairy',
      'Sunrow Juices',
      'Bramble Jam Co',
      'Hearth Bakery',
      'Nori and Co',
      'Prairie Grains',
      'Pepperwood',
      'Cold Spring Water',
      'Little Acre Eggs',
      'Soya Works',
      'Tidewater Fish',
      'Redbarn Snacks',
      'Olive Terrace',
      'Cloudberry',
      'Umi Pantry',
      'Basil Lane',
      'Fieldnote Coffee',
      'Quiet Teas',
      'Copper Kettle',
      'Vermont Orchard',
    ],
    entitiesEach: 260,
    first: ['Organic', 'Whole', 'Smoked', 'Fresh', 'Roasted', 'Sparkling', 'Creamy', 'Crunchy'],
    second: ['oats', 'miso', 'yogurt', 'apple juice', 'strawberry jam', 'rye bread', 'seaweed', 'granola'],
    categories: ['Breakfast', 'Dairy', 'Drinks', 'Snacks', 'Pantry'],
    themes: ['Back to school', 'Always on', 'New flavour launch', 'Weekend offers', 'Category defence'],
    week: [0.95, 0.92, 0.94, 1, 1.1, 1.18, 1.02],
    year: [0.92, 0.9, 0.95, 0.98, 1, 1.02, 1, 1.03, 1.08, 1.02, 1.12, 1.25],
    dip: { from: 61, days: 2, left: 0.45 },
    costPerClick: 0.42,
    basket: 14,
  },
  {
    name: 'Tavola',
    host: 'ads-console.tavola.example',
    label: ['Restaurant', 'Restaurants'],
    currencies: ['EUR'],
    zones: ['Europe/Rome', 'Europe/Berlin', 'Europe/Madrid'],
    primary: '#a33a1f',
    groups: ['Rome', 'Berlin', 'Madrid'],
    advertisers: [
      'Trattoria Lina',
      'Osteria del Ponte',
      'Pizzeria Nove',
      'Sushi Kaze',
      'Taverna Elia',
      'Bistro Amsel',
      'Curry Haus',
      'Casa Paloma',
      'La Brasa',
      'Noodle Bar Min',
      'Forno Antico',
      'Burger Werk',
      'El Mercado',
      'Ramen Eiko',
      'Green Bowl',
      'Gelateria Sole',
      'Steakhaus Nord',
      'Tapas Reina',
    ],
    entitiesEach: 148,
    first: ['Centro', 'Trastevere', 'Mitte', 'Kreuzberg', 'Chueca', 'Prati', 'Malasaña', 'Neukölln'],
    second: ['table for two', 'lunch menu', 'tasting menu', 'terrace', 'takeaway', 'chef’s counter'],
    categories: ['Italian', 'Japanese', 'German', 'Spanish', 'Indian', 'Greek', 'Vegetarian'],
    themes: ['Lunch', 'Dinner tonight', 'Terrace season', 'New opening', 'Family Sunday'],
    week: [0.78, 0.82, 0.9, 1, 1.3, 1.35, 0.98],
    year: [0.85, 0.9, 0.95, 1.02, 1.1, 1.12, 1.05, 0.85, 1.02, 1, 0.98, 1.12],
    dip: { from: 40, days: 4, left: 0.35 },
    costPerClick: 0.55,
    basket: 46,
  },
]
