/** Describes the syntax of a predicate, for the help of `--where`. */
export const whereHelp =
  'a predicate, such as "delay > 60 and origin in (\'SEA\')", or JSON: \'{ "delay": { "gt": 60 } }\'';
