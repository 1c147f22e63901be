/** An organisation of the sample, with its people as `First Last, role`. */
export interface SampleOrganisation {
  name: string
  domain: string
  industry: string
  people: readonly string[]
}

/** 8 organisations of 5 people. Their domains are reserved for examples, so no mail can reach anybody. */
export const ORGANISATIONS: readonly SampleOrganisation[] = [
  {
    name: 'Northwind Logistics',
    domain: 'northwind.example',
    industry: 'Logistics',
    people: [
      'Amara Okafor, Head of Operations',
      'Tomás Rivera, Data Analyst',
      'Ingrid Halvorsen, IT Administrator',
      'Samuel Adeyemi, Fleet Planner',
      'Yuki Tanaka, Finance Lead',
    ],
  },
  {
    name: 'Bluebird Health',
    domain: 'bluebird.example',
    industry: 'Healthcare',
    people: [
      'Priya Raman, Director of Analytics',
      'Lucas Moreau, Clinical Systems Lead',
      'Hannah Weiss, Security Officer',
      'Diego Fuentes, Product Manager',
      'Aisha Karim, Reporting Analyst',
    ],
  },
  {
    name: 'Harbour & Finch',
    domain: 'harbourfinch.example',
    industry: 'Retail',
    people: [
      'Eleanor Finch, Founder',
      'Mateo Silva, E-commerce Manager',
      'Zofia Nowak, Marketing Analyst',
      'Ben Hartley, Store Operations',
      'Leila Haddad, Customer Success',
    ],
  },
  {
    name: 'Kestrel Robotics',
    domain: 'kestrel.example',
    industry: 'Manufacturing',
    people: [
      'Jonas Lindqvist, Chief Technology Officer',
      'Mei Chen, Platform Engineer',
      'Oliver Grant, Data Engineer',
      'Fatima Zahra, Quality Manager',
      'Noah Petersen, IT Administrator',
    ],
  },
  {
    name: 'Lumen Learning',
    domain: 'lumenlearning.example',
    industry: 'Education',
    people: [
      'Grace Mwangi, Head of Product',
      'Étienne Dubois, Learning Designer',
      'Sofia Rossi, Growth Analyst',
      'Daniel Cohen, Engineering Manager',
      'Ana Kovač, Support Lead',
    ],
  },
  {
    name: 'Tidewater Energy',
    domain: 'tidewater.example',
    industry: 'Energy',
    people: [
      'Robert Mackenzie, Operations Director',
      'Chloé Martin, Forecasting Analyst',
      'Arjun Patel, Identity Engineer',
      'Marta Jansen, Compliance Manager',
      'Kwame Boateng, Business Analyst',
    ],
  },
  {
    name: 'Saffron Foods',
    domain: 'saffron.example',
    industry: 'Food and drink',
    people: [
      'Nadia Rahman, Supply Chain Manager',
      'Victor Almeida, Data Analyst',
      'Emily Carter, Brand Manager',
      'Hiroshi Sato, Plant Manager',
      'Clara Schneider, Controller',
    ],
  },
  {
    name: 'Orchard Bank',
    domain: 'orchardbank.example',
    industry: 'Financial services',
    people: [
      'Isabel Ortega, Head of Digital',
      'Marcus Bell, Security Architect',
      'Freya Nielsen, Risk Analyst',
      'Wei Zhang, Data Platform Lead',
      'Thabo Nkosi, Onboarding Manager',
    ],
  },
]
