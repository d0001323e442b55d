# sh closed.sh ANSWERS FILE.v...: whether Coq answered, of each theorem of the files, that it assumes nothing.
answers=$1
shift
theorems=$(cat "$@" | grep -c '^Theorem ')
closed=$(grep -c '^Closed under the global context$' "$answers")
lines=$(wc -l < "$answers")
echo "$closed of $theorems theorems assume nothing"
if [ "$theorems" -eq 0 ] || [ "$closed" -ne "$theorems" ] || [ "$lines" -ne "$closed" ]; then
  cat "$answers"
  exit 1
fi
