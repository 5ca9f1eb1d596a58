# Completion of the discreet command for bash.
_discreet() {
  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
  local command=${COMP_WORDS[1]} inner=${COMP_WORDS[2]} words=
  local amounts='--epsilon --delta --rho'
  local release="$amounts --scale --law --ledger --dataset --witness --by --patience --format --json --output --quiet --pay"
  COMPREPLY=()
  case $previous in
    --format) COMPREPLY=($(compgen -W 'table json csv' -- "$word")); return ;;
    --neighbors) COMPREPLY=($(compgen -W 'add-remove replace' -- "$word")); return ;;
    --accountant) COMPREPLY=($(compgen -W 'pure zcdp basic mixed' -- "$word")); return ;;
    --pay) COMPREPLY=($(compgen -W 'epsilon rho' -- "$word")); return ;;
    --for) COMPREPLY=($(compgen -W 'top-k select' -- "$word")); return ;;
    --law) COMPREPLY=($(compgen -W 'permute-and-flip exponential' -- "$word")); return ;;
    --candidates|--ledger|--output|--witness) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    -k|--epsilon|--delta|--rho|--scale|--dataset|--by|--unit|--item|--label|--score|--sensitivity|--patience|--delimiter|--candidates-count)
      return ;;
  esac
  if ((COMP_CWORD == 1)); then
    COMPREPLY=($(compgen -W 'top-k select plan ledger --help --help-all --version' -- "$word"))
    return
  fi
  case $command in
    top-k) words="--unit --item --candidates -k --min --neighbors --delimiter $release" ;;
    select) words="--label --score --sensitivity --monotonic --integer -k --min --delimiter $release" ;;
    plan)
      words="-k --for --candidates-count --neighbors --sensitivity --monotonic --json --output --quiet $amounts --scale --law"
      words+=' --pay --ledger --dataset --witness --patience' ;;
    ledger)
      if ((COMP_CWORD == 2)); then
        COMPREPLY=($(compgen -W 'create add show verify witness --help' -- "$word"))
        return
      fi
      words='--witness --patience'
      case $inner in
        create|add) words+=" --dataset --unit --neighbors --accountant $amounts" ;;
        show) words+=' --json' ;;
      esac ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$words --help" -- "$word"))
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}
complete -o filenames -F _discreet discreet
