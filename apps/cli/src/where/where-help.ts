/** What `--where` takes. */
export const whereHelp =
  'a predicate, such as "delay > 60 and origin in (\'SEA\')", or JSON: \'{ "delay": { "gt": 60 } }\'';
